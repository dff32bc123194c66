import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { retryAfterOf } from '../../actions/retry-after.ts';
import { jsonRpcError } from '../engine/protocol-error.ts';

/** One HTTP answer; without a body, its length is zero. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

const JSON_HEADERS = { 'content-type': 'application/json' } as const;

export const ACCEPTED: HttpAnswer = { status: 202 };

/** The end of a stream without an answer: the response to a request that its client cancelled. */
export const NO_ANSWER: HttpAnswer = { status: 200, headers: { 'content-type': 'text/event-stream' } };

export function jsonAnswer(body: string, headers: OutgoingHttpHeaders = {}): HttpAnswer {
  return { status: 200, headers: { ...JSON_HEADERS, ...headers }, body };
}

/** A refusal by the transport, as JSON-RPC; `id` is null if the message was not understood that far. */
export function refusalAnswer(error: LaunchlensError, id: RequestId | null = null): HttpAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: jsonRpcError(error) });
  const wait = retryAfterOf(error);
  const headers = wait === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'retry-after': wait };
  return { status: error.status, headers, body };
}
