import { SpanKind } from '@opentelemetry/api';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { isLaunchlensError } from '../kernel/errors/error.ts';
import { type RetryOptions as Options, withRetries as retrying } from '../kernel/retries.ts';
import { keepSpan, traced } from '../kernel/tracing.ts';
import { RpcNodes, type SingleNode } from './nodes.ts';
import { post, type RpcCall, rpcEndpoint } from './post.ts';
import { openRpcLimit, type RpcLane, type RpcLimit } from './rate-limit.ts';

export interface RpcNodeOptions {
  /** Of one node, or of several in the order of preference. */
  readonly url: string | readonly string[];
  /** The limit of this process; defaults to that of the nodes' addresses. */
  readonly limit?: RpcLimit | undefined;
  readonly lane: RpcLane;
  readonly clock?: Clock | undefined;
  /** For one request, without retries and the wait in the queue. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly random?: (() => number) | undefined;
}

/** A Solana node, or several that stand in for each other, asked by JSON-RPC. */
export interface RpcNode {
  /** The addresses, without path or credentials. */
  readonly host: string;
  /** Every attempt queues separately. @throws the RPC_ codes, or the reason of the call's signal */
  readonly call: <Result>(request: RpcCall<Result>) => Promise<Result>;
}

const CLIENT = { kind: SpanKind.CLIENT } as const;

export function openRpcNode(options: RpcNodeOptions): RpcNode {
  const { clock = systemClock, retries, random } = options;
  const urls = typeof options.url === 'string' ? [options.url] : options.url;
  const unlimited = { SOLANA_RPC_URL: urls, SOLANA_RPC_RATE_PER_SECOND: undefined };
  const { limit = openRpcLimit(unlimited) } = options;
  const nodes = urls.map((url) => singleNode(url, limit, options));
  const [only] = nodes;
  const { host, call } = only && nodes.length === 1 ? only : new RpcNodes(nodes, clock);
  return {
    host,
    call: (request) => {
      const { signal } = request;
      return withRetries(() => call(request), { clock, retries, signal, random });
    },
  };
}

function singleNode(url: string, limit: RpcLimit, { lane, timeoutMs }: RpcNodeOptions): SingleNode {
  const endpoint = rpcEndpoint(url, timeoutMs);
  return {
    host: endpoint.host,
    call: (request) => {
      const measured = () => limit.calls.measure(request.method, () => post(endpoint, request));
      const inTrace = keepSpan(() => traced(`rpc ${request.method}`, measured, CLIENT));
      return limit.run(inTrace, { lane, signal: request.signal });
    },
  };
}

export type RetryOptions = Omit<Options, 'askedFor'>;

/** Retries errors whose code allows it, when the node asks or with growing delays. */
function withRetries<Result>(run: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  return retrying(run, { ...options, askedFor });
}

function askedFor(error: Error): number {
  return isLaunchlensError(error, 'RPC_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0;
}
