import { credentialExample } from '../../../schemas/rest/agent-examples.ts';
import { rewardsRowExample } from '../../../schemas/rest/reward-examples.ts';
import { errorResponse, type OperationObject } from '../openapi/operation.ts';
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
const STATUSES = [...Object.keys(ERRORS).map(Number), ...COMMON_STATUSES].sort((a, b) => a - b);

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
    ...Object.fromEntries(
      STATUSES.map((status) => [status, errorResponse(status, { ...ERROR_STATUSES, ...ERRORS })]),
    ),
  },
  security: [{ operatorToken: [] }],
};

const TIER_ERRORS = {
  400: {
    description: 'The body does not parse; the sentence names the member.',
    detail: 'tier must be paired or elevated.',
  },
  401: ERRORS[401],
  404: {
    description: 'There is no such credential, or there are no operator endpoints here.',
    detail: 'There is no such credential.',
  },
} as const;
const TIER_STATUSES = [...Object.keys(TIER_ERRORS).map(Number), ...COMMON_STATUSES].sort((a, b) => a - b);

/** How a credential is given another rate, for the API's description. */
export const CREDENTIAL_TIER_OPERATION: OperationObject = {
  operationId: 'setCredentialTier',
  tags: ['Operations'],
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
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('CredentialTierRequest'),
        example: { tier: 'elevated' },
      },
    },
  },
  responses: {
    200: {
      description: 'The credential as it is now.',
      content: {
        'application/json': {
          schema: schemaReference('Credential'),
          example: { ...credentialExample, tier: 'elevated' },
        },
      },
    },
    ...Object.fromEntries(
      TIER_STATUSES.map((status) => [status, errorResponse(status, { ...ERROR_STATUSES, ...TIER_ERRORS })]),
    ),
  },
  security: [{ operatorToken: [] }],
};
