import type { AccountRoute } from '../accounts/route.ts';
import { errorResponse, type OperationObject, parameterObjects, type ResponseObject } from './operation.ts';
import { schemaReference } from './schemas.ts';
import { COMMON_STATUSES, ERROR_STATUSES } from './statuses.ts';

/** The description of one question of a wallet's owner. */
export function accountOperation(route: AccountRoute): OperationObject {
  const { operationId, tag, summary, description, queryParameters, headerParameters, body, handle } = route;
  const statuses = [...Object.keys(route.errors).map(Number), ...COMMON_STATUSES].sort((a, b) => a - b);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...parameterObjects('path', route.pathParameters ?? {}),
      ...parameterObjects('query', queryParameters),
      ...parameterObjects('header', headerParameters),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaReference(body.component), example: body.example } },
      },
    }),
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: schemaReference(route.answer), example: route.example } },
      },
      ...Object.fromEntries([...new Set(statuses)].map((status) => [status, failure(route, status)])),
    },
    security: 'signedIn' in handle ? [{ rewardsBearer: [] }] : [],
  };
}

function failure({ errors, errorAnswers }: AccountRoute, status: number): ResponseObject {
  const response = errorResponse(status, { ...ERROR_STATUSES, ...errors });
  const shape = errorAnswers?.[status];
  if (shape === undefined) return response;
  const example = errors[status]?.example;
  return { ...response, content: { 'application/json': { schema: schemaReference(shape), example } } };
}
