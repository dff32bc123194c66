import { MalformedAnswerError } from '../errors/failures.ts';
import { parseExact } from '../http/exact-json.ts';
import type { CallOptions, Http } from '../http/http.ts';
import type { Remedy } from '../http/refusal.ts';
import { type QueryValues, queryOf } from './query-string.ts';

export interface RestParts {
  readonly http: Http;
  /** Address of the API; `/api/v1` and the paths are added. */
  readonly url: string;
  /** The current bearer token of the signed-in owner. */
  readonly session: () => string | undefined;
  readonly remedy: Remedy;
  /** Fields that are `bigint` at any size, if different from those of the mirror and of rewards. */
  readonly exactFields?: ReadonlySet<string>;
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
    return answerOf(text, this.#parts.exactFields) as Answer;
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
function answerOf(text: string, fields: ReadonlySet<string> | undefined): unknown {
  try {
    return parseExact(text, fields);
  } catch (error) {
    if (error instanceof MalformedAnswerError) throw error;
    // The body may contain anything, even a token, so it is not shown.
    throw new MalformedAnswerError('The server answered something else than JSON.');
  }
}
