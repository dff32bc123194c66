import { z } from 'zod';
import { type ComponentName, nameOf, shapeOf } from '../../../schemas/rest/components.ts';
import { exampleOf } from '../../../schemas/rest/example.ts';
import { wireCode } from '../../actions/answerable.ts';
import type { ExportFormat } from '../exports/formats.ts';
import { LIMITS } from '../limits.ts';
import type { Parameters, Route, StatusText } from '../route.ts';
import { BODY_ERRORS, COMMON_ERRORS } from '../routes/errors.ts';
import { codeOfSentence } from './error-sentences.ts';
import { type LinkObject, linksOf } from './links.ts';
import { type JsonSchema, parameterSchema, schemaReference } from './schemas.ts';

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly content?: Content;
  readonly links?: Readonly<Record<string, LinkObject>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** Alternative credentials; empty: none is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface RequestBodyObject {
  readonly required: true;
  readonly content: Content;
}

export const METHODS = ['get', 'post', 'put'] as const;

/** What one path takes, by method. */
export type PathItem = { readonly [Method in (typeof METHODS)[number]]?: OperationObject };

const header = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
/** Every answer has it, see `withRequestId`. */
const REQUEST_ID = { 'X-Request-Id': header('X-Request-Id') };
const SLOT_HEADER = { 'X-Last-Indexed-Slot': header('X-Last-Indexed-Slot') };
const READ_HEADERS = { ETag: header('ETag'), ...SLOT_HEADER };
const FILE_HEADERS = {
  ...READ_HEADERS,
  'Launchlens-Digest': header('Launchlens-Digest'),
  'Launchlens-Rows': header('Launchlens-Rows'),
};
const PROGRAM_FILE_HEADERS = { ...FILE_HEADERS, 'Launchlens-Undecodable': header('Launchlens-Undecodable') };

/** The description of one route. */
export function operation(route: Route): OperationObject {
  const { operationId, tag, summary, description } = route;
  const errors = {
    ...COMMON_ERRORS,
    ...(route.method !== 'GET' && BODY_ERRORS),
    ...limited(route),
    ...route.errors,
  };
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...parameterObjects('path', route.pathParameters),
      ...parameterObjects('query', route.queryParameters),
      ...parameterObjects('header', route.headerParameters),
    ],
    ...requestBody(route),
    responses: withRequestId({
      ...withLinks(successes(route), linksOf(operationId)),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, response]) => [
          status,
          failure(route, Number(status), response),
        ]),
      ),
    }),
    security: security(route),
  };
}

/** Names the header of every response. */
export function withRequestId(responses: OperationObject['responses']): OperationObject['responses'] {
  const named = Object.entries(responses).map(
    ([status, response]) =>
      [status, { ...response, headers: { ...response.headers, ...REQUEST_ID } }] as const,
  );
  return Object.fromEntries(named);
}

function parameterObjects(place: ParameterObject['in'], parameters: Parameters = {}): ParameterObject[] {
  return Object.entries(parameters).map(([name, { description, documented, parse }]) => ({
    name,
    in: place,
    required: place === 'path' || !parse.safeParse(undefined).success,
    description,
    schema: parameterSchema(documented),
  }));
}

function requestBody({ body, bodyExample, handle }: Route): Pick<OperationObject, 'requestBody'> {
  if (body) return { requestBody: { required: true, content: json(nameOf(body), bodyExample) } };
  return 'ingest' in handle ? { requestBody: { required: true, content: REWARD_EVENTS } } : {};
}

/** Rows of the ledger, one JSON object per line. */
const REWARD_ROWS = [
  '{"kind":"accrued","record_id":17,"program":"referral","wallet":"So11111111111111111111111111111111111111112","at":"2026-10-01T00:00:00Z","amount_base_units":null}',
  '{"kind":"held","record_id":17,"at":"2026-10-03T00:00:00Z","reason":"self-referral?"}',
].join('\n');
const REWARD_EVENTS: Content = {
  'application/json': {
    schema: { type: 'array', items: schemaReference('RewardEventRow') },
    example: REWARD_ROWS.split('\n').map((row) => JSON.parse(row)),
  },
  'application/x-ndjson': { schema: { type: 'string' }, example: REWARD_ROWS },
  'text/csv': { schema: { type: 'string' } },
};

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;
/** The other formats of an answer to SQL. */
const SQL_FILES: Content = {
  'text/csv': { schema: { type: 'string' } },
  'application/x-ndjson': { schema: { type: 'string' } },
  'application/vnd.apache.parquet': BINARY,
  'application/vnd.apache.arrow.file': BINARY,
};

function successes(route: Route): Readonly<Record<number, ResponseObject>> {
  const { handle, answerIs: description = 'The answer.', answer = 'Error', example } = route;
  if ('file' in handle) {
    const headers = handle.ofProgram ? PROGRAM_FILE_HEADERS : FILE_HEADERS;
    return { 200: file(handle.format, headers), 304: unchanged('file', headers) };
  }
  const content = { ...json(answer, example), ...('sql' in handle && SQL_FILES) };
  if (!('read' in handle)) {
    const stamped = ('rewards' in handle || 'sql' in handle) && hasSource(shapeOf(answer));
    return { 200: { description, ...(stamped && { headers: SLOT_HEADER }), content } };
  }
  return { 200: { description, headers: READ_HEADERS, content }, 304: unchanged('answer', READ_HEADERS) };
}

/** A success that has no body leads nowhere. */
function withLinks(responses: OperationObject['responses'], links: ResponseObject['links'] = {}) {
  if (Object.keys(links).length === 0) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.content ? { ...response, links } : response,
    ]),
  );
}

function hasSource(shape: z.ZodType): boolean {
  return shape instanceof z.ZodObject && 'source' in shape.shape;
}

function unchanged(what: string, headers: NonNullable<ResponseObject['headers']>): ResponseObject {
  return { description: `The ${what} has the tag in \`If-None-Match\`.`, ...(headers && { headers }) };
}

function file(
  { contentType, extension }: ExportFormat,
  headers: NonNullable<ResponseObject['headers']>,
): ResponseObject {
  const [type = contentType] = contentType.split(';');
  const format = extension === 'parquet' ? { format: 'binary' } : {};
  return {
    description: 'The file. If the connection breaks before its end, the file is incomplete.',
    headers,
    content: { [type]: { schema: { type: 'string', ...format } } },
  };
}

function failure({ errorAnswers }: Route, status: number, response: StatusText): ResponseObject {
  const shape = errorAnswers?.[status];
  return shape === undefined
    ? errorResponse(status, response)
    : {
        ...errorResponse(status, response),
        content: json(shape, { ...sentence(status, response), ...response.example }),
      };
}

export function errorResponse(status: number, response: StatusText): ResponseObject {
  return {
    description: response.description,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': header('Retry-After') } }),
    content: json('Error', sentence(status, response)),
  };
}

/** A sentence with the code of the error that says it. */
function sentence(status: number, { detail }: StatusText) {
  const code = codeOfSentence(status, detail);
  return { detail, ...(code && { code: wireCode(code) }) };
}

/** The client's own limit of a route, where it has one. */
function limited({ requestsPerWindow }: Route): Route['errors'] {
  if (requestsPerWindow === undefined || !Number.isFinite(requestsPerWindow)) return {};
  const description = `More than ${requestsPerWindow} requests to this path in ${LIMITS.windowMs / 1000} seconds from one address; \`Retry-After\` says how long to wait.`;
  return { 429: { ...(COMMON_ERRORS[429] as StatusText), description } };
}

/** @param given what the example has besides the examples of the shape */
function json(component: ComponentName, given: unknown): Content {
  const example = exampleOf<z.ZodType>(shapeOf(component), given);
  return { 'application/json': { schema: schemaReference(component), example } };
}

function security({ handle }: Route): OperationObject['security'] {
  if ('signedIn' in handle || 'rewards' in handle) return [{ rewardsBearer: [] }];
  if ('tool' in handle) return [{ serviceAgentToken: [] }];
  const operator = 'ingest' in handle || 'operateKeys' in handle || 'operateGate' in handle;
  return operator ? [{ operatorToken: [] }] : [];
}
