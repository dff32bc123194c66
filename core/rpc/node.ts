import { SpanKind } from '@opentelemetry/api';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { isLaunchlensError } from '../kernel/errors/error.ts';
import { type RetryOptions as Options, withRetries as retrying } from '../kernel/retries.ts';
import { keepSpan, traced } from '../kernel/tracing.ts';
import { post, type RpcCall, rpcEndpoint } from './post.ts';
import { openRpcLimit, type RpcLane, type RpcLimit } from './rate-limit.ts';

export interface RpcNodeOptions {
  readonly url: string;
  /** The limit of this process; defaults to that of the node's address. */
  readonly limit?: RpcLimit | undefined;
  readonly lane: RpcLane;
  readonly clock?: Clock | undefined;
  /** For one request, without retries and the wait in the queue. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly random?: (() => number) | undefined;
}

/** A Solana node, asked by JSON-RPC: the one client of the indexer and the API. */
export interface RpcNode {
  /** The node's address, without path or credentials. */
  readonly host: string;
  /** Every attempt queues separately. @throws the RPC_ codes, or the reason of the call's signal */
  readonly call: <Result>(request: RpcCall<Result>) => Promise<Result>;
}

const CLIENT = { kind: SpanKind.CLIENT } as const;

export function openRpcNode(options: RpcNodeOptions): RpcNode {
  const { url, lane, clock = systemClock, retries, random } = options;
  const endpoint = rpcEndpoint(url, options.timeoutMs);
  const limit = options.limit ?? openRpcLimit({ SOLANA_RPC_URL: url, SOLANA_RPC_RATE_PER_SECOND: undefined });
  return {
    host: endpoint.host,
    call: (request) => {
      const { signal } = request;
      const measured = () => limit.calls.measure(request.method, () => post(endpoint, request));
      const inTrace = keepSpan(() => traced(`rpc ${request.method}`, measured, CLIENT));
      const send = () => limit.run(inTrace, { lane, signal });
      return withRetries(send, { clock, retries, signal, random });
    },
  };
}

export type RetryOptions = Omit<Options, 'askedFor'>;

/** Retries errors whose code allows it, when the node asks or with growing delays. */
export function withRetries<Result>(run: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  return retrying(run, { ...options, askedFor });
}

function askedFor(error: Error): number {
  return isLaunchlensError(error, 'RPC_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0;
}
