import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { answerableError, retryAfterOf } from '../../actions/answerable.ts';
import { jsonRpcError } from '../engine/protocol-error.ts';

/** One HTTP answer; without a body, its length is zero. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** Messages that come one after the other, as a stream of events instead of a body. */
  readonly events?: (send: (json: string) => void) => Promise<void>;
}

const JSON_HEADERS = { 'content-type': 'application/json' } as const;

export const ACCEPTED: HttpAnswer = { status: 202 };

/** The end of a stream without an answer: the response to a request that its client cancelled. */
export const NO_ANSWER: HttpAnswer = { status: 200, headers: { 'content-type': 'text/event-stream' } };

export function jsonAnswer(body: string, headers: OutgoingHttpHeaders = {}): HttpAnswer {
  return { status: 200, headers: { ...JSON_HEADERS, ...headers }, body };
}

/** The progress of a request and then its answer, which is left out if the request was cancelled. */
export function eventsAnswer(
  answered: (notify: (json: string) => void) => Promise<{ readonly body: string } | undefined>,
  id: RequestId,
): HttpAnswer {
  const events: HttpAnswer['events'] = async (send) => {
    try {
      const answer = await answered(send);
      if (answer) send(answer.body);
    } catch (error) {
      const refusal = refusalAnswer(answerableError(error), id);
      if (refusal.body) send(refusal.body);
    }
  };
  return { status: 200, events };
}

/** A refusal by the transport, as JSON-RPC; `id` is null if the message was not understood that far. */
export function refusalAnswer(error: LaunchlensError, id: RequestId | null = null): HttpAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: jsonRpcError(error) });
  const wait = retryAfterOf(error);
  const headers = wait === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'retry-after': wait };
  return { status: error.status, headers, body };
}

export const METHODS = 'GET, POST, DELETE, OPTIONS';

/** Headers of every answer of a surface, whatever its status. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** What pages may send, by the specification's "Browser access". */
export const PREFLIGHT_HEADERS: OutgoingHttpHeaders = {
  allow: METHODS,
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, X-PAYMENT, Last-Event-ID, X-Service-Toolsets, X-Service-Profile',
  'access-control-max-age': '86400',
};

/** A stream of events, which caches and proxies must not buffer. */
export const STREAM_HEADERS: OutgoingHttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Whether an Accept header allows a type; a missing one allows every type. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return true;
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  return accept.split(',').some((range) => {
    const name = range.split(';', 1)[0]?.trim().toLowerCase();
    return name === type || name === family || name === '*/*';
  });
}
