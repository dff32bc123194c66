import PQueue from 'p-queue';
import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { jsonInteger } from '../../../core/kernel/u64.ts';
import { knownTreasuryRanges } from '../../../core/ledger/treasury-ranges.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { type SlotRange, without } from '../../../core/rules/slot-ranges.ts';
import {
  type BackfillJob,
  type ChunkSequence,
  type Finding,
  type RunView,
  unsignedText,
} from '../../backfill/job.ts';
import { type Checkpoint, newestCheckpoint } from '../../model/checkpoint.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import type { RpcClient } from '../../source/rpc/client.ts';
import { knownLaunches } from '../../write/resume/known-launches.ts';
import type { IndexIdentity } from '../../write/resume.ts';
import { AccountReader, HISTORY_COMMITMENT, type HistoryAccount } from './account-reader.ts';
import { coverFlows, coverTreasury } from './cover.ts';
import { finalizedReaches } from './finalized.ts';
import { type MovementKind, MovementStore } from './movement-store.ts';
import { escrowMovements, treasuryMovements } from './movements.ts';
import { firstHeldSlot, knownFlowRanges } from './ranges.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';

export interface HistoryJobOptions {
  readonly rpc: RpcClient;
  readonly identity: IndexIdentity;
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  readonly fromSlot: bigint | undefined;
  readonly toSlot: bigint | undefined;
  /** The token account that pays rewards, base58. */
  readonly treasury?: string | undefined;
  /** Transactions per chunk: the most that a crash repeats. */
  readonly pageSize?: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const planSchema = z.object({ from: unsignedText, to: unsignedText });

/** Concurrent requests, over all launches. */
const REQUESTS = 16;
const PAGE = 200;
/** Launches read concurrently. */
const LAUNCHES = 4;

/**
 * Reads every transaction of each launch's escrow token account, and of the treasury, and stores their movements.
 * Can run next to an indexer: rows of the past do not disturb it, and only finalized slots at or below the
 * checkpoint are read.
 */
export function historyJob(options: HistoryJobOptions): BackfillJob<SlotRange> {
  const history = new History(options);
  const { programId, genesisHash } = options.identity;
  return {
    kind: 'history',
    definition: {
      programId,
      genesisHash,
      fromSlot: options.fromSlot?.toString(),
      toSlot: options.toSlot?.toString(),
      ...(options.treasury === undefined ? {} : { treasury: options.treasury }),
    },
    unit: 'transactions',
    concurrency: LAUNCHES,
    plan: planSchema,
    prepare: (signal) => history.plan(signal),
    sequences: (range, view) => history.accounts(range, view),
    finish: (range, view) => history.finish(range, view),
  };
}

class History {
  readonly #options: HistoryJobOptions;
  readonly #pool = new PQueue({ concurrency: REQUESTS });
  readonly #readers = new Map<string, LaunchReader>();
  #treasury: AccountReader | undefined;

  constructor(options: HistoryJobOptions) {
    this.#options = options;
  }

  async plan(signal: AbortSignal): Promise<SlotRange> {
    const { fromSlot, toSlot } = this.#options;
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
    await this.#finalized(range.to, signal);
    return range;
  }

  #finalized(slot: bigint, signal: AbortSignal): Promise<void> {
    const { rpc, clock } = this.#options;
    return finalizedReaches(slot, { rpc, commitment: HISTORY_COMMITMENT, clock, signal });
  }

  /** The treasury, every launch in the index, and launches that appear while the others are read. */
  async *accounts(range: SlotRange, view: RunView): AsyncGenerator<ChunkSequence> {
    const { olap, identity, treasury } = this.#options;
    const { signal } = view;
    const known = await knownFlowRanges(olap.scanner, signal);
    const launchesAt = (at: { readonly slot: bigint }) => knownLaunches(olap.scanner, at, identity.programId);
    const early = new Set((await launchesAt({ slot: range.to })).map(({ address }) => address));
    if (treasury !== undefined) {
      const account = { address: treasury, of: 'the treasury', what: 'treasury' };
      const held = await knownTreasuryRanges(olap.scanner, treasury, signal);
      this.#treasury = this.#reader(account, treasuryMovements(treasury), {
        range,
        view,
        known: held,
      });
      yield this.#treasury.pages();
    }
    for (let found = true; found; ) {
      found = false;
      const checkpoint = await this.#checkpoint();
      for (const launch of await launchesAt(checkpoint)) {
        if (this.#readers.has(launch.escrowTokenAccount)) continue;
        found = true;
        // The node lists the first transaction of a new launch once it is final.
        if (!early.has(launch.address)) await this.#finalized(checkpoint.slot, signal);
        const { escrowTokenAccount: address, launchId } = launch;
        const account = { address, of: `launch ${launchId}`, what: 'escrow' };
        const kind = escrowMovements(launch, identity.programId);
        const reader = this.#reader(account, kind, { range, view, known });
        this.#readers.set(address, { launch, reader });
        yield reader.pages();
      }
    }
  }

  #reader<Row, Block extends ColumnBlock>(
    account: HistoryAccount,
    kind: MovementKind<Row, Block>,
    { range, view, known }: { range: SlotRange; view: RunView; known: readonly SlotRange[] },
  ): AccountReader {
    const { rpc, olap, clock, logger, pageSize = PAGE } = this.#options;
    const store = new MovementStore(kind, { olap, known, clock, logger });
    const { expect } = view;
    return new AccountReader(account, {
      ledger: rpc.ledger,
      pool: this.#pool,
      store,
      range,
      expect,
      pageSize,
    });
  }

  async finish(range: SlotRange, { signal, dryRun }: RunView): Promise<Finding> {
    const { olap, clock } = this.#options;
    const launches = [...this.#readers.values()];
    const complete = launches.every(({ reader }) => reader.gaps.length === 0);
    const readers = [...launches.map(({ reader }) => reader), ...(this.#treasury ? [this.#treasury] : [])];
    const reconciliation = dryRun ? undefined : await this.#reconcile(range, signal);
    const sound =
      complete &&
      (reconciliation === undefined || 'reason' in reconciliation || reconciliation.balances.length === 0);
    const known = await knownFlowRanges(olap.scanner, signal);
    const covered = sound ? without(range, known) : [];
    if (!dryRun) await coverFlows(olap.writer, covered, clock);
    return {
      from_slot: jsonInteger('from_slot', range.from),
      to_slot: jsonInteger('to_slot', range.to),
      launches: launches.length,
      flow_coverage: sound ? 'complete' : 'incomplete',
      without_inner_instructions: readers.reduce((sum, { withoutInner }) => sum + withoutInner, 0),
      missed_by_stream: readers.reduce((sum, { missed }) => sum + missed, 0),
      dead_transactions: readers.reduce((sum, { dead }) => sum + dead, 0),
      ...(await this.#finishTreasury(range, { signal, dryRun })),
      differing_transactions: [
        ...launches.flatMap(({ launch, reader }) => differingOf(reader, launch.launchId)),
        ...(this.#treasury ? differingOf(this.#treasury, null) : []),
      ],
      ...reconciliationOf(reconciliation),
    };
  }

  /** A range counts as complete only if it was read completely. */
  async #finishTreasury(
    range: SlotRange,
    { signal, dryRun }: Pick<RunView, 'signal' | 'dryRun'>,
  ): Promise<{ treasury_coverage?: 'complete' | 'incomplete' }> {
    const { olap, clock, treasury } = this.#options;
    if (treasury === undefined || !this.#treasury) return {};
    if (this.#treasury.gaps.length > 0) return { treasury_coverage: 'incomplete' };
    const known = await knownTreasuryRanges(olap.scanner, treasury, signal);
    const ranges = without(range, known);
    if (!dryRun) await coverTreasury(olap.writer, treasury, { ranges, clock });
    return { treasury_coverage: 'complete' };
  }

  /** Only for launches whose movements are known from the start, at a slot whose state the index has. */
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
    const knownBefore = from === 0n || without(before, await knownFlowRanges(lane, signal)).length === 0;
    const launches = [...this.#readers.values()]
      .filter(({ reader: { gaps, begins } }) => gaps.length === 0 && (begins || knownBefore))
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

/** A launch and the reader of its escrow. */
interface LaunchReader {
  readonly launch: KnownLaunch;
  readonly reader: AccountReader;
}

/** Undefined for the treasury's. */
function differingOf({ differing }: AccountReader, launchId: bigint | null) {
  return differing.map(({ slot, signature }) => ({
    launch_id: launchId,
    slot: jsonInteger('slot', slot),
    signature,
  }));
}

type Reconciled = Awaited<ReturnType<typeof reconcile>> & { launches: number };

function reconciliationOf(
  reconciliation: Reconciled | { readonly reason: string } | undefined,
): Readonly<Record<string, unknown>> {
  if (reconciliation === undefined) return {};
  if ('reason' in reconciliation) return { reconciled: 0, not_reconciled: reconciliation.reason };
  return {
    reconciled: reconciliation.launches,
    pledge_differences: reconciliation.pledges.map(({ launch, wallet, ...row }) => ({
      launch_id: launch,
      wallet,
      moved_in: row.movedIn,
      moved_out: row.movedOut,
      pledge_amount: row.pledgeAmount,
      refunded: row.pledgeRefunded,
      closed: row.pledgeClosed,
      difference: row.difference,
    })),
    balance_differences: reconciliation.balances.map(({ launch, flows, balance }) => ({
      launch_id: launch,
      flows,
      balance,
    })),
    surplus: reconciliation.surplus.map(({ launch, wallet, movedIn, movedOut }) => ({
      launch_id: launch,
      wallet,
      moved_in: movedIn,
      moved_out: movedOut,
    })),
  };
}
