import { ROUTES } from '../routes/all.ts';

/** An OpenAPI link: the operation that can follow an answer, and what of the answer it takes. */
export interface LinkObject {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const FIRST_ROW = '$response.body#/results/0/id';
const ID = '$response.body#/id';
const ASKED = '$response.body#/request/id';

/** Where the answers have a value for each parameter: by the operation that answers, a runtime expression. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  launch_id: {
    listLaunches: '$response.body#/results/0/launch_id',
    listPositions: '$response.body#/results/0/launch/launch_id',
  },
  key_id: { issueKey: ID, listKeys: FIRST_ROW },
  token_id: { listTokens: FIRST_ROW },
  credential_id: { listKeys: FIRST_ROW, listTokens: FIRST_ROW },
  webhook_id: {
    registerWebhook: ID,
    listWebhooks: FIRST_ROW,
    listWebhookDeliveries: '$request.path.webhook_id',
    testWebhook: '$request.path.webhook_id',
  },
  delivery_id: { listWebhookDeliveries: FIRST_ROW, testWebhook: ID },
  intent_id: { listIntents: FIRST_ROW },
  request_id: {
    listOwnerRequests: FIRST_ROW,
    askForAgentWallet: ASKED,
    ...Object.fromEntries(
      ROUTES.filter(({ answer }) => answer === 'ControlSet').map(({ operationId }) => [operationId, ASKED]),
    ),
  },
  payout_id: { listPayouts: FIRST_ROW, claimReferrals: ID, claimCreators: ID },
  program: {
    listPrograms: '$response.body#/results/0/name',
    listProgramAccounts: '$request.path.program',
    getProgramAccount: '$request.path.program',
  },
  type: {
    listPrograms: '$response.body#/results/0/accounts/0/type',
    listProgramAccounts: '$request.path.type',
    getProgramAccount: '$request.path.type',
  },
  address: {
    listProgramAccounts: '$response.body#/results/0/address',
    getProgramAccount: '$request.path.address',
  },
  instruction: { listPrograms: '$response.body#/results/0/instructions/0' },
  event: { listPrograms: '$response.body#/results/0/events/0' },
  user_code: { startPairing: '$response.body#/user_code' },
};

/** These mean something else in a query. */
const IN_PATHS: readonly string[] = ['program', 'type', 'address', 'instruction', 'event'];

/** The operations that an answer of `operationId` leads to: those whose path and query ask for something of it. */
export function linksOf(operationId: string): Readonly<Record<string, LinkObject>> {
  const links = ROUTES.flatMap((route) => {
    const asked = Object.keys(route.queryParameters ?? {}).filter(
      (name) => name in SOURCES && !IN_PATHS.includes(name),
    );
    const names = [...Object.keys(route.pathParameters ?? {}), ...asked];
    const given = names.map((name) => [name, SOURCES[name]?.[operationId]] as const);
    if (given.length === 0 || route.operationId === operationId) return [];
    if (given.some(([, expression]) => expression === undefined)) return [];
    const parameters = Object.fromEntries(given) as Record<string, string>;
    return [[route.operationId, { operationId: route.operationId, parameters }] as const];
  });
  return Object.fromEntries(links);
}
