import { MalformedAnswerError } from '../errors/failures.ts';
import { QueryError, type QueryFault } from '../errors/query.ts';
import { AuthenticationError } from '../errors/refusals.ts';
import { parseExact } from '../http/exact-json.ts';
import type { CallOptions, Http, HttpAnswer } from '../http/http.ts';
import { redact } from '../http/redact.ts';
import type { Remedy } from '../http/refusal.ts';

/** A typed document, as code generators write it: its text and the types of both sides. */
export interface TypedDocument<Data, Variables> {
  toString(): string;
  // Only for the type checker; never present.
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** The freshness stamp of a GraphQL answer. */
export interface QuerySource {
  readonly lastIndexedSlot: number;
  readonly [field: string]: unknown;
}

export interface QueryAnswer<Data> {
  readonly data: Data;
  /** The slot at which the answer is exact, if it says so. */
  readonly source: QuerySource | undefined;
}

interface Parsed {
  readonly data?: unknown;
  readonly errors?: readonly Fault[];
  readonly extensions?: { readonly source?: QuerySource };
}

interface Fault {
  readonly message?: unknown;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: unknown };
}

export interface GraphqlParts {
  readonly http: Http;
  readonly url: string;
  readonly session: () => string | undefined;
  readonly remedy: Remedy;
}

/** Codes that correspond to a 401 elsewhere. */
const UNAUTHENTICATED: readonly (string | undefined)[] = ['SIGN_IN_REQUIRED', 'TOKEN_REFUSED'];
/** No field is `bigint` by name, because documents can rename fields. Integers beyond 2^53 still are. */
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Sends GraphQL queries. The schema has only queries here, so every request may be repeated. */
export class Graphql {
  readonly #parts: GraphqlParts;

  constructor(parts: GraphqlParts) {
    this.#parts = parts;
  }

  /** All data of a document. @throws QueryError, AuthenticationError, ClientError */
  async query<Data, Variables extends object = Readonly<Record<string, unknown>>>(
    document: string | TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: CallOptions,
  ): Promise<Data> {
    return (await this.ask<Data, Variables>(document, variables, options)).data;
  }

  /** The data of a document with the slot that it is exact at. @throws QueryError, AuthenticationError, ClientError */
  async ask<Data, Variables extends object = Readonly<Record<string, unknown>>>(
    document: string | TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: CallOptions,
  ): Promise<QueryAnswer<Data>> {
    const { http, url, session, remedy } = this.#parts;
    const token = session();
    const secrets = token ? [token] : [];
    const answer = await http.send(
      {
        method: 'POST',
        url: `${url}/graphql`,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: bodyOf(String(document), variables),
        repeatable: true,
        understands: hasFaults,
        remedy,
        secrets,
      },
      options,
    );
    const { data, errors, extensions } = parsedOf(answer);
    if (errors?.length)
      throw faultsAsError(
        errors.map((fault) => faultOf(fault, secrets)),
        data,
        remedy,
      );
    return { data: data as Data, source: extensions?.source };
  }
}

/** A `bigint` is sent as the decimal string that `BigUint` expects. */
function bodyOf(query: string, variables: object | undefined): string {
  return JSON.stringify({ query, ...(variables && { variables }) }, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

function hasFaults(answer: HttpAnswer): boolean {
  try {
    return Array.isArray((parseExact(answer.text, NO_FIELDS) as Parsed)?.errors);
  } catch {
    // Only its status is meaningful then.
    return false;
  }
}

/** @throws MalformedAnswerError */
function parsedOf({ text }: HttpAnswer): Parsed {
  try {
    const parsed = parseExact(text, NO_FIELDS);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch (error) {
    if (error instanceof MalformedAnswerError) throw error;
  }
  throw new MalformedAnswerError('The server answered something else than a GraphQL answer.');
}

function faultOf({ message, path, extensions }: Fault, secrets: readonly string[]): QueryFault {
  const code = typeof extensions?.code === 'string' ? extensions.code : undefined;
  return { message: redact(String(message), secrets), code, path };
}

function faultsAsError(faults: readonly QueryFault[], data: unknown, remedy: Remedy): Error {
  const [first] = faults;
  const unauthenticated = first && faults.every(({ code }) => UNAUTHENTICATED.includes(code));
  return unauthenticated ? new AuthenticationError(first.message, remedy) : new QueryError(faults, data);
}
