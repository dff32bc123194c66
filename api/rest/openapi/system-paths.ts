import type { StatusText } from '../route.ts';
import { errorResponse, type OperationObject, withRequestId } from './operation.ts';
import type { JsonSchema } from './schemas.ts';
import { ERROR_STATUSES } from './statuses.ts';

interface SystemPath {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly type: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly errors: readonly number[];
}

/** The only thing that these paths may not find. */
const STATUSES: typeof ERROR_STATUSES = {
  ...ERROR_STATUSES,
  404: {
    description: 'The verifier is not built.',
    detail: 'The verifier is not built. Run `npm run build` where Launchlens is installed, then restart it.',
  },
};

const text: JsonSchema = { type: 'string' };
const object: JsonSchema = { type: 'object' };

const PATHS: readonly SystemPath[] = [
  {
    path: '/health',
    operationId: 'getHealth',
    summary: 'Is the process alive?',
    description: 'Answers while the process serves requests, whatever the state of the index.',
    type: 'application/json',
    schema: object,
    example: { status: 'alive' },
    errors: [],
  },
  {
    path: '/ready',
    operationId: 'getReadiness',
    summary: 'Is the index caught up?',
    description:
      'Answers 503 with `code` (loading, failing, stale, lagging, different) and `detail` while it is not. It recovers by itself.',
    type: 'application/json',
    schema: object,
    example: {
      status: 'ready',
      last_indexed_slot: 1042,
      chain_slot: 1043,
      lag_slots: 1,
      verified_slot: 1000,
      checkpoint_age_seconds: 0,
      unreadable_accounts: 0,
      max_lag_slots: 150,
      max_age_seconds: 60,
      repairing: null,
    },
    errors: [503],
  },
  {
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Metrics of this process',
    description: 'In Prometheus’ text format.',
    type: 'text/plain',
    schema: text,
    errors: [],
  },
  {
    path: '/openapi.json',
    operationId: 'getDescription',
    summary: 'This description',
    description: 'OpenAPI 3.1.',
    type: 'application/json',
    schema: object,
    errors: [],
  },
  {
    path: '/docs',
    operationId: 'getDocs',
    summary: 'This description, for people',
    description: 'A searchable page that loads nothing from third parties.',
    type: 'text/html',
    schema: text,
    errors: [],
  },
  ...verifierPaths('verify-ilo-settlement.mjs', 'Verifier', {
    summary: 'The verifier of launches',
    checks: 'a launch',
  }),
  ...verifierPaths('verify-anchor-accounts.mjs', 'AccountsVerifier', {
    summary: 'The verifier of accounts',
    checks: 'accounts of a followed program',
  }),
];

function verifierPaths(
  file: string,
  id: string,
  { summary, checks }: { readonly summary: string; readonly checks: string },
): readonly SystemPath[] {
  const served = { schema: text, errors: [404] };
  return [
    {
      ...{ path: `/${file}`, operationId: `get${id}`, summary, type: 'text/javascript', ...served },
      description: `One file that runs on Node 20 or newer and checks ${checks} against a Solana node of your choice. 404 if it is not built.`,
    },
    {
      ...{ path: `/${file}.sha256`, operationId: `get${id}Digest`, type: 'text/plain', ...served },
      summary: `SHA-256 of ${file}`,
      description: 'In the format of `sha256sum`, for `sha256sum -c`. 404 if it is not built.',
    },
  ];
}

/** Paths for operators; they are next to the base path, not below it. */
export function systemPaths(serverUrl: string): Record<string, unknown> {
  const servers = [{ url: serverUrl }];
  return Object.fromEntries(PATHS.map((entry) => [entry.path, { servers, get: systemOperation(entry) }]));
}

function systemOperation({
  type,
  schema,
  example,
  errors,
  path: _path,
  ...entry
}: SystemPath): OperationObject {
  return {
    ...entry,
    tags: ['Operations'],
    parameters: [],
    responses: withRequestId({
      200: {
        description: 'The answer.',
        content: { [type]: { schema, ...(example !== undefined && { example }) } },
      },
      ...Object.fromEntries(
        [...errors, 401, 405, 429].map((status) => [
          status,
          errorResponse(status, STATUSES[status] as StatusText),
        ]),
      ),
    }),
    security: [],
  };
}
