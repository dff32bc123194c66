import { credentialExample } from '../../../schemas/rest/agent-examples.ts';
import type { ComponentName } from '../../../schemas/rest/components.ts';
import { launchGateChangeExample, launchGateExample } from '../../../schemas/rest/launch-gate-example.ts';
import { rewardsRowExample } from '../../../schemas/rest/reward-examples.ts';
import { errorResponse, type OperationObject, type ResponseObject } from '../openapi/operation.ts';
import { schemaReference } from '../openapi/schemas.ts';
import { COMMON_STATUSES, ERROR_STATUSES } from '../openapi/statuses.ts';

const ERRORS = {
  400: {
    description: 'A row is no reward event; nothing was stored. `line` names it.',
    detail:
      'Line 3 is no reward event: record_id must be a whole number from 0 to 2^64 - 1. Nothing of the request was stored.',
  },
  401: {
    description: 'Not the operator.',
    detail: 'The bearer token is not the one of the operator.',
  },
  404: {
    description: 'There are no operator endpoints here.',
    detail: 'No such path; /docs lists all of them.',
  },
  413: {
    description: 'More than 16 MiB; send it in parts.',
    detail: 'The request body is larger than 16777216 bytes.',
  },
  415: {
    description: 'Neither NDJSON nor CSV.',
    detail: 'The request body has a media type that this path does not take.',
  },
} as const;

function failures(errors: typeof ERROR_STATUSES): Record<number, ResponseObject> {
  const statuses = [...new Set([...Object.keys(errors).map(Number), ...COMMON_STATUSES])];
  return Object.fromEntries(
    statuses.map((status) => [status, errorResponse(status, { ...ERROR_STATUSES, ...errors })]),
  );
}

/** The way into the reward ledger, for the API's description. */
export const INGEST_OPERATION: OperationObject = {
  operationId: 'appendRewardEvents',
  tags: ['Operations'],
  summary: 'Append events to the reward ledger',
  description:
    'All rows of a request are stored or none; those that the ledger has already are counted as known, so that a request may be sent again. `Content-Type` is `application/x-ndjson` or `text/csv`. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  parameters: [],
  requestBody: {
    required: true,
    content: {
      'application/x-ndjson': { schema: { type: 'string' }, example: rewardsRowExample },
      'text/csv': { schema: { type: 'string' } },
    },
  },
  responses: {
    200: {
      description: 'All rows are in the ledger.',
      content: { 'application/json': { schema: schemaReference('RewardEventsStored') } },
    },
    409: {
      description: 'Rows contradict the ledger, or price fee shares before the mint; nothing was stored.',
      content: { 'application/json': { schema: schemaReference('RewardEventsRefusal') } },
    },
    ...failures(ERRORS),
  },
  security: [{ operatorToken: [] }],
};

interface Shown {
  readonly component: ComponentName;
  readonly example: unknown;
}

function json({ component, example }: Shown) {
  return { 'application/json': { schema: schemaReference(component), example } };
}

interface JsonOperation
  extends Pick<OperationObject, 'operationId' | 'summary' | 'description' | 'parameters'> {
  readonly body: Shown;
  readonly answer: Shown & { readonly is: string };
  readonly errors: typeof ERROR_STATUSES;
}

function jsonOperation({ body, answer, errors, ...rest }: JsonOperation): OperationObject {
  return {
    ...rest,
    tags: ['Operations'],
    requestBody: { required: true, content: json(body) },
    responses: { 200: { description: answer.is, content: json(answer) }, ...failures(errors) },
    security: [{ operatorToken: [] }],
  };
}

/** How a credential is given another rate, for the API's description. */
export const CREDENTIAL_TIER_OPERATION = jsonOperation({
  operationId: 'setCredentialTier',
  summary: 'Set the rate tier of a credential',
  description:
    'Holds from the next call on. Recorded as an operator’s action. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  parameters: [
    {
      ...{ name: 'credential_id', in: 'path', required: true },
      description: 'Id of the credential, as its owner sees it.',
      schema: { type: 'string' },
    },
  ],
  body: { component: 'CredentialTierRequest', example: { tier: 'elevated' } },
  answer: {
    is: 'The credential as it is now.',
    ...{ component: 'Credential', example: { ...credentialExample, tier: 'elevated' } },
  },
  errors: {
    400: {
      description: 'The body does not parse; the sentence names the member.',
      detail: 'tier must be paired or elevated.',
    },
    401: ERRORS[401],
    404: {
      description: 'There is no such credential, or there are no operator endpoints here.',
      detail: 'There is no such credential.',
    },
  },
});

/** How the legs of the launch gate are set, for the API's description. */
export const LAUNCH_GATE_OPERATION = jsonOperation({
  operationId: 'setLaunchGateLeg',
  summary: 'Set or remove a leg of the launch gate',
  description:
    'One leg a request. With `status` it is set, or added after the others; with `remove` it is removed. Every door shows it within a second or two. Recorded as an operator’s action. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  parameters: [],
  body: { component: 'LaunchGateChange', example: launchGateChangeExample },
  answer: { is: 'The gate as it is now.', component: 'LaunchGate', example: launchGateExample },
  errors: {
    400: {
      description: 'The body does not parse; the sentence names the member.',
      detail: 'name must be 1 to 64 visible characters, single spaces between them.',
    },
    401: ERRORS[401],
    404: {
      description: 'There is no such leg to remove, or there are no operator endpoints here.',
      detail: 'The launch gate has no such leg.',
    },
    409: {
      description: 'The gate has 32 legs already.',
      detail: 'The launch gate has 32 legs, and no more are taken until some are removed.',
    },
  },
});
