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

/** An answer whose body the caller reads, at its own pace. */
export interface HttpFile {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

interface Limits {
  readonly timeoutMs: number;
  /** Aborts after that time. */
  readonly late: AbortSignal;
  readonly signal: AbortSignal | undefined;
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

  /**
   * Opens an answer of any length. Only the time until it begins is limited; `signal` also ends the reading.
   * @throws ClientError, or the reason of the signal
   */
  open(request: HttpRequest, { signal, timeoutMs, retries }: CallOptions = {}): Promise<HttpFile> {
    const { wait, ...defaults } = this.#settings;
    return retrying(() => this.#opened(request, timeoutMs ?? defaults.timeoutMs, signal), {
      ...{ wait, signal, repeatable: request.repeatable, retries: retries ?? defaults.retries },
    });
  }

  async #attempt(request: HttpRequest, timeoutMs: number, signal?: AbortSignal): Promise<HttpAnswer> {
    const limits = { timeoutMs, late: AbortSignal.timeout(timeoutMs), signal };
    const answer = await this.#exchange(request, limits, async (response) => {
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
    if (answer.status < 300 || request.understands?.(answer)) return answer;
    throw refusalOf(answer, request);
  }

  async #opened(request: HttpRequest, timeoutMs: number, signal?: AbortSignal): Promise<HttpFile> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const limits = { timeoutMs, late: late.signal, signal };
    try {
      const { response, text } = await this.#exchange(request, limits, async (begun) => {
        return { response: begun, text: begun.ok ? '' : await begun.text() };
      });
      const { ok, status, headers, body } = response;
      if (ok && body) return { headers, body };
      throw refusalOf({ status, headers, text }, request);
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange<Answer>(
    { method, url, headers, body }: HttpRequest,
    { timeoutMs, late, signal }: Limits,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const response = await this.#settings.fetch(url, {
        ...{ method, headers: { ...headers } },
        ...(body !== undefined && { body }),
        signal: signal ? AbortSignal.any([signal, late]) : late,
        // A credential is sent only to the configured address.
        redirect: 'error',
      });
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      throw failureOf(error, late.aborted ? timeoutMs : undefined, url);
    }
  }
}

/** Why there is no answer. */
function failureOf(error: unknown, timeoutMs: number | undefined, url: string): Error {
  const { origin } = new URL(url);
  if (timeoutMs !== undefined) return new TimeoutError(`${origin} did not answer within ${timeoutMs} ms.`);
  return new UnreachableError(`${origin} cannot be reached.`, error);
}
