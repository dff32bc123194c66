import { chainFailure, foreignText, type VerifierFailure } from '../failure.ts';
import { createPatience, type HttpAnswer, httpRequest, isRecord, redactedUrl, safeInteger } from './http.ts';

export type Commitment = 'confirmed' | 'finalized';

export interface RpcOptions {
  readonly url: string;
  /** Longest wait for one answer, and for a node that lags or limits us, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Rpc {
  /** `result` of one call, unchecked. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

type Attempt =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'again'; readonly why: VerifierFailure; readonly afterMs: number | undefined };

/**
 * JSON-RPC errors of a node that can answer later: behind `minContextSlot` (-32016), unhealthy or behind (-32005), block
 * not there yet (-32004, -32014), and rate limits that some providers report in the body (429, -32429).
 */
const PASSING_ERRORS: readonly number[] = [-32016, -32005, -32004, -32014, 429, -32429];
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504];

/** The verifier's own JSON-RPC client, on purpose: it shares no code with what it checks. */
export function createRpc({ url, timeoutMs }: RpcOptions): Rpc {
  const peer = `the RPC node at ${redactedUrl(url)}`;
  return {
    call: async (method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const patience = createPatience(timeoutMs);
      for (;;) {
        const attempt = readAttempt(await httpRequest({ url, peer, timeoutMs, body }), peer, method);
        if (attempt.kind === 'result') return attempt.result;
        if (!(await patience.pause(attempt.afterMs))) throw attempt.why;
      }
    },
  };
}

function readAttempt(answer: HttpAnswer, peer: string, method: string): Attempt {
  const { status, retryAfterMs } = answer;
  if (PASSING_STATUSES.includes(status)) {
    const wait = retryAfterMs === undefined ? '' : `, asking to wait ${Math.ceil(retryAfterMs / 1000)} s`;
    const why = chainFailure(`${peer} kept answering ${method} with HTTP ${status}${wait}`);
    return { kind: 'again', why, afterMs: retryAfterMs };
  }
  const answered = parseObject(answer, peer, method);
  // Nodes send JSON-RPC errors with HTTP 200 or 4xx; an answer without an error must have status 200.
  if (isRecord(answered.error)) return readError(answered.error, peer, method);
  if (status !== 200)
    throw chainFailure(`${peer} answered ${method} with HTTP ${status}: is it a Solana RPC URL?`);
  if (answered.jsonrpc !== '2.0' || answered.id !== 1 || !('result' in answered)) {
    throw chainFailure(
      `${peer} answered ${method} with JSON that is not a JSON-RPC answer: is it a Solana RPC URL?`,
    );
  }
  return { kind: 'result', result: answered.result };
}

function parseObject(answer: HttpAnswer, peer: string, method: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(answer.text);
    if (isRecord(parsed)) return parsed;
  } catch {
    // Reported below, with what the node sent instead.
  }
  const type = foreignText(answer.contentType) || 'no content type';
  throw chainFailure(
    `${peer} answered ${method} with HTTP ${answer.status} and ${type} instead of JSON-RPC: is it a Solana RPC URL?`,
  );
}

function readError(error: Record<string, unknown>, peer: string, method: string): Attempt {
  const code = safeInteger(error.code);
  const message = typeof error.message === 'string' ? foreignText(error.message) : 'no message';
  const why = chainFailure(`${peer} refused ${method}: ${message} (code ${code ?? 'unknown'})`);
  if (code === undefined || !PASSING_ERRORS.includes(code)) throw why;
  return { kind: 'again', why, afterMs: undefined };
}
