import { repeat } from '../../../core/kernel/repeat.ts';
import { finalSlot } from '../../read/treasury/transfers.ts';
import type { SettlementContext } from './payments.ts';
import { settleTransfers } from './settle.ts';

/** Live counters for the settlement of one process. */
export interface SettlementStats {
  /** Requests that this process settled. */
  settled: number;
  /** All transfers that match no request; undefined before the first count. */
  unmatched: number | undefined;
  /** Every final transfer up to this slot was checked; undefined before the first check. */
  through: bigint | undefined;
  failures: number;
}

export function createSettlementStats(): SettlementStats {
  return { settled: 0, unmatched: undefined, through: undefined, failures: 0 };
}

export interface SettlementWorkerOptions {
  readonly context: SettlementContext;
  readonly stats: SettlementStats;
  /** Runs the work unless another process is doing it; false if one is (see `takeSettlementTurn`). */
  readonly turn: (work: () => Promise<void>) => Promise<boolean>;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

const EVERY_MS = 2_000;
/** A backfill loads transfers of slots that were checked before. */
const ALL_EVERY_MS = 600_000;
const BACKOFF = { initialMs: 2_000, maximumMs: 60_000 };

/** Settles final payments until the signal aborts. Failures are retried. */
export function runSettlement(options: SettlementWorkerOptions): Promise<void> {
  const { context, stats, signal, everyMs = EVERY_MS } = options;
  const { clock, logger } = context;
  let allAt = Number.NEGATIVE_INFINITY;
  return repeat(
    async () => {
      const all = clock.now() - allAt >= ALL_EVERY_MS;
      if ((await look(options, all)) && all) allAt = clock.now();
      return undefined;
    },
    {
      ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
      saying: 'settling failed and is tried again',
      onFailure: () => {
        stats.failures += 1;
      },
    },
  );
}

/** False if another process is doing it. */
async function look(
  { context, stats, turn, signal }: SettlementWorkerOptions,
  all: boolean,
): Promise<boolean> {
  const final = await finalSlot(context.lane, signal);
  const after = all ? 0n : (stats.through ?? 0n);
  if (!all && final <= after) return true;
  return turn(async () => {
    const { settled } = await settleTransfers(context, { after, signal });
    stats.settled += settled;
    stats.through = final;
    stats.unmatched = await context.state.unmatchedSettlements.count();
  });
}
