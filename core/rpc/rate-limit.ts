import PQueue from 'p-queue';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { isLoopback } from '../kernel/loopback.ts';
import type { Settings } from '../kernel/settings/schema.ts';
import { RpcCalls } from './calls.ts';

/**
 * Lanes of a node's requests, most important first: the next request comes from the first lane that has one
 * waiting.
 */
export const RPC_LANES = ['indexer', 'transactions', 'jobs', 'reads'] as const;

export type RpcLane = (typeof RPC_LANES)[number];

/** How long a request may wait if somebody waits for its answer, in milliseconds. */
const LONGEST_WAIT_MS: Readonly<Partial<Record<RpcLane, number>>> = { transactions: 10_000, reads: 5_000 };

export interface RpcTurn {
  readonly lane: RpcLane;
  readonly signal?: AbortSignal | undefined;
}

export interface RpcLaneCounts {
  /** Requests that wait for their turn now. */
  waiting: number;
  /** Requests that waited too long and were refused. */
  refused: number;
}

/** The requests that one process sends to its nodes. */
export interface RpcLimit {
  readonly lanes: Readonly<Record<RpcLane, Readonly<RpcLaneCounts>>>;
  readonly calls: RpcCalls;
  /** Runs its argument when the rate allows; rejects as soon as the signal aborts. @throws RPC_NO_TURN */
  run<Result>(work: () => Promise<Result>, turn: RpcTurn): Promise<Result>;
}

/** What Solana's public nodes allow per address: 100 requests in 10 seconds. */
const PUBLIC_PER_SECOND = 10;

/** A node on this machine is the operator's own. */
export function defaultRate(url: URL): number {
  return isLoopback(url) ? 0 : PUBLIC_PER_SECOND;
}

type RateSettings = Pick<Settings, 'SOLANA_RPC_URL' | 'SOLANA_RPC_RATE_PER_SECOND'>;

/** The limit of a process, from its settings. */
export function openRpcLimit(settings: RateSettings): RpcLimit {
  return rpcLimit(rpcRate(settings));
}

/** Requests per second to all nodes together; 0 means no limit. */
export function rpcRate({
  SOLANA_RPC_URL: urls = [],
  SOLANA_RPC_RATE_PER_SECOND: perSecond,
}: RateSettings): number {
  return perSecond ?? Math.max(0, ...urls.map((url) => defaultRate(new URL(url))));
}

/** At most `perSecond` starts in any second, first come, first served within a lane; 0 means no limit. */
export function rpcLimit(perSecond: number): RpcLimit {
  const [lanes, calls] = [newCounts(), new RpcCalls()];
  if (perSecond === 0) return { lanes, calls, run: (work) => work() };
  const queue = new PQueue({ interval: 1000, intervalCap: perSecond, strict: true });
  return {
    lanes,
    calls,
    run: async (work, { lane, signal }) => {
      const counts = lanes[lane];
      const late = new AbortController();
      const longest = LONGEST_WAIT_MS[lane];
      const tooLate = (): void => {
        counts.refused += 1;
        late.abort(noTurn(longest ?? 0));
      };
      const timer = longest && setTimeout(tooLate, longest);
      const signals = signal ? [signal, late.signal] : [late.signal];
      let waits = true;
      const stopWaiting = (): void => {
        clearTimeout(timer);
        if (waits) counts.waiting -= 1;
        waits = false;
      };
      const start = () => {
        stopWaiting();
        return work();
      };
      counts.waiting += 1;
      try {
        const priority = -RPC_LANES.indexOf(lane);
        return await queue.add(start, { priority, signal: AbortSignal.any(signals) });
      } finally {
        stopWaiting();
      }
    },
  };
}

function newCounts(): Record<RpcLane, RpcLaneCounts> {
  const none = () => ({ waiting: 0, refused: 0 });
  return { indexer: none(), transactions: none(), jobs: none(), reads: none() };
}

function noTurn(ms: number): LaunchlensError<'RPC_NO_TURN'> {
  return new LaunchlensError('RPC_NO_TURN', { ms });
}
