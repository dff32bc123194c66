import { errorResponse, type OperationObject, parameterObjects } from '../openapi/operation.ts';
import { schemaReference } from '../openapi/schemas.ts';
import { COMMON_STATUSES, ERROR_STATUSES } from '../openapi/statuses.ts';
import type { RewardsRoute } from './route.ts';
import { REWARDS_ROUTES } from './routes.ts';

/** Beside those that every read can answer with. */
const STATUSES = [400, 403];
const ERRORS = {
  ...ERROR_STATUSES,
  401: {
    description: 'Not signed in, or a credential stands in the URL.',
    detail: 'Sign in first: this read needs a bearer token of a rewards account.',
  },
};

/** The reads of rewards for the API's description. */
export function rewardsPaths(): Record<string, { readonly get: OperationObject }> {
  return Object.fromEntries(REWARDS_ROUTES.map((route) => [route.path, { get: rewardsOperation(route) }]));
}

function rewardsOperation(route: RewardsRoute): OperationObject {
  const statuses = [...STATUSES, ...COMMON_STATUSES].sort((a, b) => a - b);
  return {
    operationId: route.operationId,
    tags: ['Rewards'],
    summary: route.summary,
    description: route.description,
    parameters: parameterObjects('query', route.queryParameters),
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: schemaReference(route.answer), example: route.example } },
      },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, ERRORS)])),
    },
    security: [{ rewardsBearer: [] }],
  };
}
