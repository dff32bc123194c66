import type { Parameters, Route } from '../route.ts';
import { type JsonSchema, parameterSchema, schemaReference } from './schemas.ts';
import { COMMON_STATUSES, ERROR_STATUSES } from './statuses.ts';

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterObject[];
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** Credentials of which one is needed; empty: none is. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: RequestBodyObject;
}

export interface RequestBodyObject {
  readonly required: true;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

export const METHODS = ['get', 'post', 'put'] as const;

/** What one path takes, by method. */
export type PathItem = { readonly [Method in (typeof METHODS)[number]]?: OperationObject };

export const LINKED = {
  etag: { $ref: '#/components/headers/ETag' },
  slot: { $ref: '#/components/headers/X-Last-Indexed-Slot' },
  digest: { $ref: '#/components/headers/Launchlens-Digest' },
  rows: { $ref: '#/components/headers/Launchlens-Rows' },
  retry: { $ref: '#/components/headers/Retry-After' },
};

/** The description of one read of the launch mirror. */
export function operation(route: Route): OperationObject {
  const statuses = [...route.errors, ...COMMON_STATUSES].sort((a, b) => a - b);
  return {
    operationId: route.operationId,
    tags: ['Launch mirror'],
    summary: route.summary,
    description: route.description,
    parameters: [
      ...parameterObjects('path', route.pathParameters),
      ...parameterObjects('query', route.queryParameters),
    ],
    responses: {
      200: {
        description: 'The answer, exact at `source.last_indexed_slot`.',
        headers: { ETag: LINKED.etag, 'X-Last-Indexed-Slot': LINKED.slot },
        content: { 'application/json': { schema: schemaReference(route.answer), example: route.example } },
      },
      304: {
        description: 'The answer is the one that `If-None-Match` names.',
        headers: { ETag: LINKED.etag, 'X-Last-Indexed-Slot': LINKED.slot },
      },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
    },
    security: [],
  };
}

export function parameterObjects(place: ParameterObject['in'], parameters: Parameters): ParameterObject[] {
  return Object.entries(parameters).map(([name, { description, documented }]) => ({
    name,
    in: place,
    required: place === 'path',
    description,
    schema: parameterSchema(documented),
  }));
}

export function errorResponse(status: number, statuses = ERROR_STATUSES): ResponseObject {
  const { description = '', detail = '' } = statuses[status] ?? {};
  return {
    description,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': LINKED.retry } }),
    content: { 'application/json': { schema: schemaReference('Error'), example: { detail } } },
  };
}
