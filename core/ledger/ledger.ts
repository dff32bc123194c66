import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Olap, OlapLane } from '../olap/port.ts';
import type { RewardEvent } from '../rules/rewards.ts';
import { type Classified, classify } from './classify.ts';
import type { AppendOptions, AppendOutcome, RewardLedger } from './port.ts';
import { type LedgerReach, ledgerReach, removeLeftovers } from './reach.ts';
import { checkpointRow, eventRows, walletRows } from './rows.ts';
import { storedEvents } from './stored.ts';
import { WriteQueue } from './write-queue.ts';

export interface LedgerParts {
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the reward token's mint does not exist yet. */
  readonly preMint: (signal?: AbortSignal) => Promise<boolean>;
}

/** The reward ledger of a fact store. Its tables must exist (see `migrate`). */
export function createRewardLedger(parts: LedgerParts): RewardLedger {
  const { olap, clock, logger, preMint } = parts;
  // Ledgers over one store share one queue.
  const queue = olap.shared.one(WriteQueue, { olap, clock, logger });

  async function decide(
    lane: OlapLane,
    events: readonly RewardEvent[],
    { reach, options }: { readonly reach: LedgerReach; readonly options: AppendOptions },
  ): Promise<Classified> {
    const { whole = false, signal } = options;
    const records = new Set(events.map(({ recordId }) => recordId));
    const stored = await storedEvents(lane, records, { revision: reach.revision, signal });
    const needMint = events.some(({ kind }) => kind === 'priced' || kind === 'paid');
    const found = classify(events, stored, needMint && (await preMint(signal)));
    const rejected = found.conflicts.length + found.refused.length;
    return whole && rejected > 0 ? { ...found, fresh: [], owned: [] } : found;
  }

  async function write(
    lane: OlapLane,
    { fresh, owned }: Classified,
    { reach, options: { by, signal } }: { readonly reach: LedgerReach; readonly options: AppendOptions },
  ): Promise<bigint> {
    // From here on the batch cannot be cancelled: rows of an abandoned insert could arrive after the cleanup.
    signal?.throwIfAborted();
    const batch = { revision: reach.revision + 1n, by, now: clock.now() };
    await lane.insert('reward_events', eventRows(fresh, batch));
    await lane.insert('reward_events_by_wallet', walletRows(owned, batch));
    await lane.insert('reward_checkpoints', checkpointRow(batch, reach.events + BigInt(fresh.length)));
    return batch.revision;
  }

  async function preview(events: readonly RewardEvent[], options: AppendOptions): Promise<AppendOutcome> {
    const reach = await ledgerReach(olap.reader, options.signal);
    return outcome(await decide(olap.reader, events, { reach, options }), reach.revision);
  }

  return {
    append: (events, options) => {
      if (options.dryRun) return preview(events, options);
      return queue.take(async (lease) => {
        const lane = lease.guard(olap.writer);
        const reach = await ledgerReach(lane, options.signal);
        await removeLeftovers(lane, reach, logger);
        const found = await decide(lane, events, { reach, options });
        if (found.fresh.length === 0) return outcome(found, reach.revision);
        return outcome(found, await write(lane, found, { reach, options }));
      }, options.signal);
    },
    close: () => queue.close(),
  };
}

function outcome({ fresh, known, conflicts, refused }: Classified, revision: bigint): AppendOutcome {
  return { revision, stored: fresh.length, known, conflicts, refused };
}
