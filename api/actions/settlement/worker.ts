import { repeat } from '../../../core/kernel/repeat.ts';
import { finalSlot } from '../../read/treasury/transfers.ts';
import type { SettlementContext } from './context.ts';
import { settleTransfers } from './settle.ts';

/** Live figures of the settlement of one process. */
export interface SettlementStats {
  /** Requests that this process settled. */
  settled: number;
  /** Transfers that match no request, of all time; undefined until they were counted. */
  unmatched: number | undefined;
  /** Every final transfer up to this slot was looked at; undefined before the first look. */
  through: bigint | undefined;
  failures: number;
}

export function createSettlementStats(): SettlementStats {
  return { settled: 0, unmatched: undefined, through: undefined, failures: 0 };
}

export interface SettlementWorkerOptions {
  readonly context: SettlementContext;
  readonly stats: SettlementStats;
  /** Does the work unless another process is at it; false when one is (see `takeSettlementTurn`). */
  readonly turn: (work: () => Promise<void>) => Promise<boolean>;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

const EVERY_MS = 2_000;
/** A backfill brings transfers of slots that were looked at before. */
const ALL_EVERY_MS = 600_000;
const BACKOFF = { initialMs: 2_000, maximumMs: 60_000 };

/** Settles whatever became final, again and again, until the signal aborts. What fails is tried again. */
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

/** False when it was another process's turn. */
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
