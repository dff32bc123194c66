import { TimeoutError, UnreachableError } from '../errors/failures.ts';
import { type Remedy, refusalOf } from './refusal.ts';
import { retrying } from './retry.ts';
import type { Wait } from './wait.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of one attempt. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, for requests that may be repeated. */
  readonly retries?: number | undefined;
}

export interface HttpSettings {
  readonly fetch: Fetch;
  readonly wait: Wait;
  readonly timeoutMs: number;
  readonly retries: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether it may be sent again although it may have been executed. */
  readonly repeatable: boolean;
  /** Secrets in it that no error may show. */
  readonly secrets: readonly string[];
  readonly remedy: Remedy;
  /** Whether the caller handles an error answer itself. */
  readonly understands?: (answer: HttpAnswer) => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests within their time limits, retries where that is safe, and turns refusals into typed errors. */
export class Http {
  readonly #settings: HttpSettings;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /** @throws ClientError, or the reason of the signal */
  send(request: HttpRequest, { signal, timeoutMs, retries }: CallOptions = {}): Promise<HttpAnswer> {
    const { wait, ...defaults } = this.#settings;
    const limit = timeoutMs ?? defaults.timeoutMs;
    return retrying(() => this.#attempt(request, limit, signal), {
      wait,
      signal,
      repeatable: request.repeatable,
      retries: retries ?? defaults.retries,
    });
  }

  async #attempt(request: HttpRequest, timeoutMs: number, signal?: AbortSignal): Promise<HttpAnswer> {
    const answer = await this.#exchange(request, timeoutMs, signal);
    if (answer.status < 300 || request.understands?.(answer)) return answer;
    throw refusalOf(answer, request);
  }

  async #exchange(request: HttpRequest, timeoutMs: number, signal?: AbortSignal): Promise<HttpAnswer> {
    const { method, url, headers, body } = request;
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.#settings.fetch(url, {
        ...{ method, headers: { ...headers } },
        ...(body !== undefined && { body }),
        signal: signal ? AbortSignal.any([signal, late]) : late,
        // A credential is sent only to the configured address.
        redirect: 'error',
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw failureOf(error, late.aborted ? timeoutMs : undefined, url);
    }
  }
}

/** Why there is no answer. */
export function failureOf(error: unknown, timeoutMs: number | undefined, url: string): Error {
  const { origin } = new URL(url);
  if (timeoutMs !== undefined) return new TimeoutError(`${origin} did not answer within ${timeoutMs} ms.`);
  return new UnreachableError(`${origin} cannot be reached.`, error);
}
