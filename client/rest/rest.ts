import { MalformedAnswerError } from '../errors/failures.ts';
import { parseExact } from '../http/exact-json.ts';
import type { CallOptions, Http, HttpFile } from '../http/http.ts';
import type { Remedy } from '../http/refusal.ts';
import { type QueryValues, queryOf, type Whole } from './query-string.ts';

/** Which state of the chain to read. */
export interface SlotOptions {
  /** The state exactly at this slot. @throws SlotNotHeldError if the index does not have it */
  readonly asOfSlot?: Whole | undefined;
  /** No older state: waits briefly for the index to reach this slot. @throws SlotNotReachedError */
  readonly minSlot?: Whole | undefined;
  /** Fails if the index is further behind the chain. @throws UnavailableError */
  readonly maxLagSlots?: Whole | undefined;
}

export type ReadOptions = SlotOptions & CallOptions;

export interface PageOptions extends ReadOptions {
  /** Rows per page, 1 to 200. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; carries the slot of the first page. */
  readonly cursor?: string | undefined;
}

/** For listings of an account, newest first. */
export interface RowListOptions extends CallOptions {
  /** Rows of the answer, 1 to 200. */
  readonly limit?: number | undefined;
  /** Id of the last row of the previous page. */
  readonly before?: string | number | undefined;
}

/** The query parameters of a request, as opposed to call options. */
export function splitOptions<Options extends CallOptions>(
  options: Options,
): readonly [query: QueryValues, call: CallOptions] {
  const { signal, timeoutMs, retries, ...query } = options;
  return [query as QueryValues, { signal, timeoutMs, retries }];
}

export interface RestParts {
  readonly http: Http;
  /** Address of the API; `/api/v1` and the paths are added. */
  readonly url: string;
  /** The current bearer token of the signed-in owner. */
  readonly session: () => string | undefined;
  readonly remedy: Remedy;
  /** Fields that are `bigint` at any size, if different from those of the mirror and of rewards. */
  readonly exactFields?: ReadonlySet<string>;
  /** Whether numbers are plain: accounts of programs have floats, and wide integers are text. */
  readonly plainNumbers?: true;
}

export interface Posted {
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it may be sent again although it may have been executed. */
  readonly repeatable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Secrets in the body that no error may show. */
  readonly secrets?: readonly string[];
}

/** Sends REST requests and returns typed answers. */
export class Rest {
  readonly #parts: RestParts;

  constructor(parts: RestParts) {
    this.#parts = parts;
  }

  get<Answer>(path: string, query: QueryValues, options?: CallOptions): Promise<Answer> {
    return this.#ask({ method: 'GET', path: `${path}${queryOf(query)}`, repeatable: true }, options);
  }

  /** Opens a file that is open to everyone. */
  file(path: string, query: QueryValues, options?: CallOptions): Promise<HttpFile> {
    const { http, url, remedy } = this.#parts;
    const address = `${url}/api/v1${path}${queryOf(query)}`;
    const request = {
      method: 'GET',
      url: address,
      headers: {},
      repeatable: true,
      secrets: [],
      remedy,
    } as const;
    return http.open(request, options);
  }

  post<Answer>(path: string, { body, ...posted }: Posted, options?: CallOptions): Promise<Answer> {
    return this.#ask(
      { method: 'POST', path, body: JSON.stringify(body), repeatable: false, ...posted },
      options,
    );
  }

  async #ask<Answer>(asked: Asked, options?: CallOptions): Promise<Answer> {
    const { http, url, session, remedy } = this.#parts;
    const { path, headers, secrets = [], ...request } = asked;
    const token = session();
    const { text } = await http.send(
      {
        ...{ ...request, remedy, url: `${url}/api/v1${path}` },
        headers: {
          accept: 'application/json',
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        secrets: token ? [token, ...secrets] : secrets,
      },
      options,
    );
    const { exactFields, plainNumbers } = this.#parts;
    return answerOf(text, plainNumbers ? JSON.parse : (body) => parseExact(body, exactFields)) as Answer;
  }
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly repeatable: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}

/** @throws MalformedAnswerError */
function answerOf(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof MalformedAnswerError) throw error;
    // The body may contain anything, even a token, so it is not shown.
    throw new MalformedAnswerError('The server answered something else than JSON.');
  }
}
