import { setTimeout as delay } from 'node:timers/promises';
import { chainFailure } from '../failure.ts';

export interface HttpRequest {
  readonly url: string;
  /** The other side, for error messages, such as `the RPC node at http://127.0.0.1:8899`. */
  readonly peer: string;
  readonly timeoutMs: number;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  /** How long the other side asks to wait, by `Retry-After`. */
  readonly retryAfterMs: number | undefined;
}

/** More than any launch's accounts take, and less than would exhaust the memory of a small machine. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** One request with a limit on time and size; any HTTP status is an answer. Redirects are answers too: a POST would lose its body. */
export async function httpRequest({ url, peer, timeoutMs, body }: HttpRequest): Promise<HttpAnswer> {
  const { target, headers } = requestTarget(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const post = body === undefined ? {} : { method: 'POST', body };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(target, { ...post, headers, signal, redirect: 'manual' });
    return {
      status: response.status,
      text: await boundedText(response, peer),
      contentType: response.headers.get('content-type') ?? '',
      retryAfterMs: retryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    if (signal.aborted) throw chainFailure(`${peer} did not answer within ${timeoutMs / 1000} s`);
    throw networkFailure(error, peer);
  }
}

/** `fetch` refuses credentials in a URL, so they are sent in the equivalent header. */
function requestTarget(url: string): { target: string; headers: Record<string, string> } {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const headers: Record<string, string> = { accept: 'application/json' };
  if (username !== '' || password !== '') {
    const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return { target: target.href, headers };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function boundedText(response: Response, peer: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw chainFailure(`${peer} sent more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be resolved now',
  UND_ERR_SOCKET: 'the connection was closed before the answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within the time limit',
};

function networkFailure(error: unknown, peer: string): Error {
  if (error instanceof Error && error.name === 'VerifierFailure') return error;
  const code = errorCode(error);
  return chainFailure(`cannot reach ${peer}: ${REASONS[code] ?? `${code}, no usable connection`}`);
}

function errorCode(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as NodeJS.ErrnoException).code;
    if (typeof code === 'string') return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}

/**
 * A URL that may be shown. Providers put keys into the user part, the path and the query: user part and query are
 * never shown, and a path only when its segments are too short to be keys, such as `/api/v1`.
 */
export function redactedUrl(url: string): string {
  const { protocol, host, username, password, pathname, search } = new URL(url);
  const user = username === '' && password === '' ? '' : '[redacted]@';
  const harmless = pathname.split('/').every((segment) => segment.length < 8);
  const path = harmless ? pathname.replace(/\/$/, '') : '/[redacted]';
  return `${protocol}//${user}${host}${path}${search === '' ? '' : '?[redacted]'}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON number that is exactly an integer: one beyond 2^53 was already rounded and is refused. */
export function safeInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function slotNumber(value: unknown): number | undefined {
  const slot = safeInteger(value);
  return slot !== undefined && slot >= 0 ? slot : undefined;
}

/** A bounded series of attempts: waits grow from a quarter of a second to two, and end with the time limit. */
export interface Patience {
  /** Waits before the next attempt, at least `leastMs` if the other side asked for it. False if no time is left. */
  pause(leastMs?: number): Promise<boolean>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

export function createPatience(totalMs: number): Patience {
  const end = performance.now() + totalMs;
  let next = FIRST_PAUSE_MS;
  return {
    pause: async (leastMs = 0) => {
      const pauseMs = Math.max(leastMs, next);
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      if (performance.now() + pauseMs >= end) return false;
      await delay(pauseMs);
      return true;
    },
  };
}
