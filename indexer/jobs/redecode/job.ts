import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { COMMITMENTS } from '../../../core/kernel/settings/schema.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { idlHash } from '../../../idl/hash.ts';
import type { Idl } from '../../../idl/schema.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import {
  type BackfillChunk,
  type BackfillJob,
  type ChunkContext,
  type ChunkOutcome,
  type ChunkSequence,
  type Finding,
  type RunView,
  unsignedText,
} from '../../backfill/job.ts';
import type { ClosedAccount } from '../../model/closed-rows.ts';
import { findLaunchAccounts } from '../../model/find-accounts.ts';
import { adoptIdl } from '../../model/identity.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { Batch } from '../../write/batch.ts';
import { BatchStore } from '../../write/batch-store.ts';
import { type IndexIdentity, type PreparedIndex, prepareIndex } from '../../write/resume.ts';
import { peekIndex } from '../peek-index.ts';
import { endsAbove } from './ends-above.ts';
import { endsUnidentified, Redecoder } from './redecoder.ts';
import { removeMoved } from './remove.ts';
import { type Cut, cutTable, type StoredVersion, streamVersions } from './rows.ts';
import { REDECODED } from './stored-bytes.ts';

export interface RedecodeJobOptions {
  /** `writer` is the lane of the process that holds the index. */
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** The store's identity. */
  readonly stored: IndexIdentity;
  /** Also decode versions that were decoded before; always the case if another IDL did that. */
  readonly all: boolean;
  /** Only versions in these slots, inclusive; by default all. */
  readonly fromSlot?: bigint | undefined;
  readonly toSlot?: bigint | undefined;
  readonly idl?: Idl;
  readonly clock: Clock;
  readonly logger: Logger;
}

const planSchema = z.object({
  cuts: z.array(
    z.object({ table: z.enum(REDECODED), from: unsignedText, to: unsignedText, rows: unsignedText }),
  ),
});
type Plan = z.output<typeof planSchema>;

/**
 * Decodes the stored bytes of the program's accounts again with the current IDL, without the chain. Never next to
 * an indexer: its rows get the index's next revisions.
 */
export function redecodeJob(options: RedecodeJobOptions): BackfillJob<Plan> {
  const { stored, idl = ESCROW_IDL } = options;
  const target = idlHash(idl);
  const all = options.all || stored.idlHash !== target;
  const redecode = new Redecode({ ...options, idl }, all);
  return {
    kind: 'redecode',
    definition: {
      programId: stored.programId,
      genesisHash: stored.genesisHash,
      idlHash: target,
      all,
      from: options.fromSlot?.toString(),
      to: options.toSlot?.toString(),
    },
    unit: 'account versions',
    concurrency: 1,
    plan: planSchema,
    prepare: (signal) => redecode.plan(signal),
    sequences: (plan, view) => redecode.sequence(plan, view),
    finish: (_, view) => redecode.finish(target, view),
  };
}

class Redecode {
  readonly #options: RedecodeJobOptions & { readonly idl: Idl };
  readonly #all: boolean;
  readonly #range: SlotRange;
  /** Accounts that end for readers right above the range. */
  #ends = 0;
  #redecoder: Redecoder | undefined;
  #store: BatchStore | undefined;

  constructor(options: RedecodeJobOptions & { readonly idl: Idl }, all: boolean) {
    const { fromSlot: from = 0n, toSlot: to = U64_MAX } = options;
    this.#options = options;
    this.#all = all;
    this.#range = { from, to };
  }

  async plan(signal: AbortSignal): Promise<Plan> {
    const tables = this.#all ? REDECODED : (['quarantine'] as const);
    const cuts: Cut[] = [];
    const { scanner } = this.#options.olap;
    for (const table of tables) cuts.push(...(await cutTable(scanner, table, this.#range, signal)));
    return { cuts };
  }

  async *sequence({ cuts }: Plan, { dryRun, signal, expect }: RunView): AsyncGenerator<ChunkSequence> {
    expect(cuts.reduce((sum, { rows }) => sum + Number(rows), 0));
    const { idl, stored } = this.#options;
    const { start, launches } = await this.#open(dryRun);
    this.#redecoder = new Redecoder({ idl, programId: stored.programId, launches });
    if (!dryRun) this.#store = this.#batchStore(start, signal);
    yield this.#chunks(cuts);
  }

  async finish(target: string, { dryRun }: RunView): Promise<Finding> {
    // A partial range says nothing about other slots, which may still be decoded by another IDL.
    const adopts = this.#all && this.#isWhole;
    if (adopts && !dryRun) await adoptIdl(this.#options.olap.writer, target);
    const idl = adopts ? target : this.#options.stored.idlHash;
    return {
      all: this.#all,
      idl_hash: idl,
      idl_current: idl === target,
      launches_found: this.#redecoder?.launchesFound ?? 0,
      ends_above: this.#ends,
    };
  }

  get #isWhole(): boolean {
    return this.#range.from === 0n && this.#range.to === U64_MAX;
  }

  async *#chunks(cuts: readonly Cut[]): ChunkSequence {
    for (const cut of cuts) {
      const chunk: BackfillChunk = {
        key: `${cut.table} ${cut.from}-${cut.to}`,
        run: (context) => this.#redecode(cut, context),
      };
      yield chunk;
    }
  }

  #open(dryRun: boolean): Promise<PreparedIndex> {
    const { olap, stored, clock, logger } = this.#options;
    return dryRun ? peekIndex(olap.writer, stored) : prepareIndex({ olap, identity: stored, clock, logger });
  }

  #batchStore(start: PreparedIndex['start'], signal: AbortSignal): BatchStore {
    const { olap, stored, clock, logger } = this.#options;
    const commitment = z.enum(COMMITMENTS).parse(stored.commitment);
    const lane = olap.writer;
    return new BatchStore({
      lane,
      clock,
      logger,
      commitment,
      start,
      lastTry: signal,
      deadline: signal,
    });
  }

  async #redecode(cut: Cut, { signal, dryRun, advance }: ChunkContext): Promise<ChunkOutcome> {
    const batch = new Batch();
    const slot = new SlotBuffer();
    const moved: StoredVersion[] = [];
    const found = new Map<string, ClosedAccount>();
    const counts = { read: 0, written: 0, unchanged: 0, quarantined: 0 };
    let at: bigint | undefined;
    for await (const versions of streamVersions(this.#options.olap.scanner, cut.table, cut, signal)) {
      const stored = await this.#identified(versions, cut, signal);
      for (const version of versions) {
        if (version.slot !== at) takeSlot(batch, slot);
        at = version.slot;
        const redecoded = this.#redecoder?.read(version, cut.table, { into: slot, stored });
        if (!redecoded) throw new LaunchlensError('BACKFILL_NEEDS_INDEX', { kind: 'redecode' });
        counts.read += 1;
        if (redecoded.quarantined) counts.quarantined += 1;
        if (redecoded.verdict === 'same') counts.unchanged += 1;
        else counts.written += 1;
        // It replaces a row that somebody may be reading.
        if (redecoded.verdict === 'changed') batch.corrects = true;
        if (redecoded.verdict === 'moved') moved.push(version);
        if (redecoded.found) found.set(version.address.toString('latin1'), redecoded.found);
      }
      advance(versions.length);
    }
    takeSlot(batch, slot);
    await this.#endAbove(found, batch, signal);
    if (!dryRun) {
      await this.#write(cut, batch, { moved, all: moved.length === counts.read });
      this.#redecoder?.written();
    }
    return counts;
  }

  /** What the accounts are whose end shows only their address, as far as the store knows. */
  async #identified(
    versions: readonly StoredVersion[],
    { table }: Cut,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ClosedAccount>> {
    const ended = table === 'quarantine' ? versions.filter(endsUnidentified) : [];
    const addresses = ended.map(({ address }) => address);
    return findLaunchAccounts(this.#options.olap.scanner, addresses, signal);
  }

  async #endAbove(
    found: ReadonlyMap<string, ClosedAccount>,
    batch: Batch,
    signal: AbortSignal,
  ): Promise<void> {
    const { to: slot } = this.#range;
    if (slot === U64_MAX) return;
    const ends = await endsAbove(found, { lane: this.#options.olap.scanner, slot, signal });
    this.#ends += ends.rows;
    batch.addAccounts(ends);
  }

  /** A moved row is removed once it is durable in its new place. */
  async #write(
    cut: Cut,
    batch: Batch,
    { moved, all }: { readonly moved: readonly StoredVersion[]; readonly all: boolean },
  ): Promise<void> {
    if (batch.rows === 0 || !this.#store) return;
    const { chainSlot = 0n, finalizedSlot = 0n } = this.#store.checkpoint ?? {};
    await this.#store.write(batch, { chainSlot, finalizedSlot });
    const revision = this.#store.checkpoint?.revision ?? 0n;
    await removeMoved(this.#options.olap.writer, cut, { moved, revision, all });
  }
}

function takeSlot(batch: Batch, slot: SlotBuffer): void {
  batch.addAccounts(slot);
  slot.reset();
}
