import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { jsonInteger } from '../../../core/kernel/u64.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { BackfillJob, ChunkSequence, Finding, RunView } from '../../backfill/job.ts';
import { unsignedText } from '../../backfill/plan-values.ts';
import type { RpcClient } from '../../source/rpc/client.ts';
import type { Checkpoint } from '../../write/checkpoint.ts';
import { knownLaunches } from '../../write/resume/known-launches.ts';
import { newestCheckpoint } from '../../write/resume/progress.ts';
import type { IndexIdentity } from '../../write/resume.ts';
import { coverFlows } from './cover.ts';
import { FetchPool } from './fetch-pool.ts';
import { finalizedReaches } from './finalized.ts';
import { firstHeldSlot } from './first-held.ts';
import { FlowStore } from './flow-store.ts';
import { HISTORY_COMMITMENT, LaunchReader } from './launch-reader.ts';
import { knownFlowRanges, type SlotRange, uncovered } from './ranges.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';

export interface HistoryJobOptions {
  readonly rpc: RpcClient;
  readonly identity: IndexIdentity;
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  readonly fromSlot: bigint | undefined;
  readonly toSlot: bigint | undefined;
  /** Transactions a chunk: so many are read again at most after a crash. */
  readonly pageSize?: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const planSchema = z.object({ from: unsignedText, to: unsignedText });

/** Requests in flight at once, over all launches. */
const REQUESTS = 16;
const PAGE = 200;
/** Launches read side by side. */
const LAUNCHES = 4;

/**
 * Reads every transaction of each launch's escrow token account and keeps what it moved. Beside a running indexer too:
 * rows of the past do not disturb it, and only finalized slots at or below the checkpoint are read.
 */
export function historyJob(options: HistoryJobOptions): BackfillJob<SlotRange> {
  const history = new History(options);
  const { programId, genesisHash } = options.identity;
  return {
    kind: 'history',
    definition: {
      ...{ programId, genesisHash },
      fromSlot: options.fromSlot?.toString(),
      toSlot: options.toSlot?.toString(),
    },
    unit: 'transactions',
    concurrency: LAUNCHES,
    plan: planSchema,
    prepare: (signal) => history.plan(signal),
    sequences: (range, view) => history.launches(range, view),
    finish: (range, view) => history.finish(range, view),
  };
}

class History {
  readonly #options: HistoryJobOptions;
  readonly #pool = new FetchPool(REQUESTS);
  readonly #readers = new Map<string, LaunchReader>();

  constructor(options: HistoryJobOptions) {
    this.#options = options;
  }

  async plan(signal: AbortSignal): Promise<SlotRange> {
    const { rpc, clock, fromSlot, toSlot } = this.#options;
    const { slot: newest } = await this.#checkpoint();
    if (toSlot !== undefined && toSlot > newest) {
      const detail = `--to-slot ${toSlot} is above ${newest}, the newest slot that the index holds: give a lower one.`;
      throw new LaunchlensError('BACKFILL_RANGE', { detail });
    }
    const range = { from: fromSlot ?? 0n, to: toSlot ?? newest };
    if (range.from > range.to) {
      const detail = `--from-slot ${range.from} is above ${range.to}, the newest slot that the index holds: give a lower one.`;
      throw new LaunchlensError('BACKFILL_RANGE', { detail });
    }
    await finalizedReaches(range.to, { rpc, commitment: HISTORY_COMMITMENT, clock, signal });
    return range;
  }

  /** Every launch that the index knows, and those that it comes to know while the others are read. */
  async *launches(range: SlotRange, { signal, expect }: RunView): AsyncGenerator<ChunkSequence> {
    const { rpc, olap, identity, clock, logger, pageSize = PAGE } = this.#options;
    const known = await knownFlowRanges(olap.scanner, signal);
    const store = new FlowStore({ olap, programId: identity.programId, known, clock, logger });
    for (let found = true; found; ) {
      found = false;
      const checkpoint = await this.#checkpoint();
      for (const launch of await knownLaunches(olap.scanner, checkpoint, identity.programId)) {
        if (this.#readers.has(launch.escrowTokenAccount)) continue;
        found = true;
        const options = { ledger: rpc.ledger, pool: this.#pool, store, range, expect, pageSize };
        const reader = new LaunchReader(launch, options);
        this.#readers.set(launch.escrowTokenAccount, reader);
        yield reader.pages();
      }
    }
  }

  async finish(range: SlotRange, { signal, dryRun }: RunView): Promise<Finding> {
    const { olap, clock } = this.#options;
    const readers = [...this.#readers.values()];
    const complete = readers.every(({ gaps }) => gaps.length === 0);
    const told = dryRun ? undefined : await this.#reconcile(range, signal);
    const sound = complete && (told === undefined || 'reason' in told || told.balances.length === 0);
    const known = await knownFlowRanges(olap.scanner, signal);
    const covered = sound ? uncovered(range, known) : [];
    if (!dryRun) await coverFlows(olap.writer, covered, clock);
    return {
      from_slot: jsonInteger('from_slot', range.from),
      to_slot: jsonInteger('to_slot', range.to),
      launches: readers.length,
      flow_coverage: sound ? 'complete' : 'incomplete',
      without_inner_instructions: readers.reduce((sum, { withoutInner }) => sum + withoutInner, 0),
      missed_by_stream: readers.reduce((sum, { missed }) => sum + missed, 0),
      differing_transactions: readers.flatMap(({ launch, differing }) =>
        differing.map(({ slot, signature }) => ({
          launch_id: launch.launchId,
          slot: jsonInteger('slot', slot),
          signature,
        })),
      ),
      ...reconciliationOf(told),
    };
  }

  /** Only over launches whose movements are known from the first one on, as of a slot whose state the index holds. */
  async #reconcile(
    { from, to }: SlotRange,
    signal: AbortSignal,
  ): Promise<(Reconciliation & { launches: number }) | { reason: string }> {
    const lane = this.#options.olap.scanner;
    const { revision } = await this.#checkpoint();
    const first = await firstHeldSlot(lane, revision);
    if (first === undefined || to < first) {
      return { reason: `the index holds no state at slot ${to}` };
    }
    const before = { from: 0n, to: from - 1n };
    const knownBefore = from === 0n || uncovered(before, await knownFlowRanges(lane, signal)).length === 0;
    const launches = [...this.#readers.values()]
      .filter(({ gaps, begins }) => gaps.length === 0 && (begins || knownBefore))
      .map(({ launch }) => launch.launchId);
    if (launches.length === 0 && this.#readers.size > 0) {
      return { reason: 'of no launch are the movements known from the first one on' };
    }
    const found = await reconcile({ lane, slot: to, revision, launches, signal });
    return { ...found, launches: launches.length };
  }

  async #checkpoint(): Promise<Checkpoint> {
    const checkpoint = await newestCheckpoint(this.#options.olap.scanner);
    if (!checkpoint) throw new LaunchlensError('BACKFILL_NEEDS_INDEX', { kind: 'history' });
    return checkpoint;
  }
}

type Told = Awaited<ReturnType<typeof reconcile>> & { launches: number };

function reconciliationOf(
  told: Told | { readonly reason: string } | undefined,
): Readonly<Record<string, unknown>> {
  if (told === undefined) return {};
  if ('reason' in told) return { reconciled: 0, not_reconciled: told.reason };
  return {
    reconciled: told.launches,
    pledge_differences: told.pledges.map(({ launch, wallet, ...row }) => ({
      launch_id: launch,
      wallet,
      moved_in: row.movedIn,
      moved_out: row.movedOut,
      pledge_amount: row.pledgeAmount,
      refunded: row.pledgeRefunded,
      closed: row.pledgeClosed,
      difference: row.difference,
    })),
    balance_differences: told.balances.map(({ launch, flows, balance }) => ({
      launch_id: launch,
      flows,
      balance,
    })),
    surplus: told.surplus.map(({ launch, wallet, movedIn, movedOut }) => ({
      launch_id: launch,
      wallet,
      moved_in: movedIn,
      moved_out: movedOut,
    })),
  };
}
