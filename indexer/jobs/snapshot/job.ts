import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { counted } from '../../../core/kernel/counted.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import type { Idl } from '../../../idl/schema.ts';
import {
  type BackfillChunk,
  type BackfillJob,
  type ChunkOutcome,
  type ChunkSequence,
  eachAlone,
} from '../../backfill/job.ts';
import { Decoder } from '../../decode/decoder.ts';
import { currentAccounts } from '../../model/account-states.ts';
import type { AtSlot, ChainAccount } from '../../model/chain-read.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import { QUARANTINE } from '../../model/tables.ts';
import { FlowRanges } from '../../pipeline/flow-ranges.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import { SnapshotReading } from '../../pipeline/snapshot-reading.ts';
import type { RpcClient } from '../../source/rpc/client.ts';
import { showAccounts } from '../../source/snapshot/snapshot.ts';
import { type IndexIdentity, type PreparedIndex, prepareIndex } from '../../write/resume.ts';
import { Writer } from '../../write/writer.ts';
import { peekIndex } from '../peek-index.ts';
import { checkpointCovers, repairedByIndexer } from './running-indexer.ts';
import { blockOf, chainReaches, type StateOptions, stateAtOneSlot } from './state-at-one-slot.ts';

export interface SnapshotJobOptions {
  readonly rpc: RpcClient;
  readonly identity: IndexIdentity;
  readonly commitment: Commitment;
  /** `writer` is the lane of the process that holds the index. */
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** Another process writes the index and repairs differences. */
  readonly beside: boolean;
  /** The slots at which the state may be read, inclusive; by default any from the index's newest on. */
  readonly fromSlot?: bigint | undefined;
  readonly toSlot?: bigint | undefined;
  /** The filters by which accounts are read; by default the program's own. */
  readonly idl?: Idl;
  readonly clock: Clock;
  readonly logger: Logger;
}

const CAUSE = 'backfill snapshot';
const noPlan = z.object({});

/**
 * Reads everything that the index keeps at one slot and makes that slot the index's newest, like a start without
 * a stream. One chunk, because a state read in two halves belongs to no slot.
 */
export function snapshotJob(options: SnapshotJobOptions): BackfillJob<z.output<typeof noPlan>> {
  const { programId, genesisHash } = options.identity;
  const chunk: BackfillChunk = {
    key: 'state',
    run: async ({ signal, dryRun }) => {
      const { beside, olap, identity } = options;
      const index = dryRun || beside ? await peekIndex(olap.writer, identity) : await prepare(options);
      const snapshot = new Snapshot(options, index, signal);
      return beside ? snapshot.compare(dryRun) : snapshot.take(dryRun);
    },
  };
  return {
    kind: 'snapshot',
    definition: {
      programId,
      genesisHash,
      from: options.fromSlot?.toString(),
      to: options.toSlot?.toString(),
    },
    unit: 'accounts',
    concurrency: 1,
    plan: noPlan,
    // A request for slots that cannot be read leaves no trace in the store.
    prepare: async (signal) => {
      const { fromSlot, toSlot: maxContextSlot, rpc, commitment, clock } = options;
      await chainReaches(fromSlot, { rpc, commitment, clock, signal, maxContextSlot });
      return {};
    },
    sequences: (): AsyncIterable<ChunkSequence> => eachAlone([chunk]),
  };
}

function prepare({ olap, identity, clock, logger }: SnapshotJobOptions): Promise<PreparedIndex> {
  return prepareIndex({ olap, identity, clock, logger });
}

interface Bound {
  readonly slot: bigint;
  readonly revision: bigint;
}

class Snapshot {
  readonly #options: SnapshotJobOptions;
  readonly #index: PreparedIndex;
  readonly #state: StateOptions;

  constructor(options: SnapshotJobOptions, index: PreparedIndex, signal: AbortSignal) {
    this.#options = options;
    this.#index = index;
    const { rpc, commitment, clock, identity, idl = ESCROW_IDL } = options;
    const { programId } = identity;
    const decoder = new Decoder({ idl, programId });
    const launches = new FollowedAccounts({ decoder, programId });
    launches.add(index.launches);
    for (const mint of index.mints) launches.addMint(mint);
    const { fromSlot: from = 0n, toSlot: maxContextSlot } = options;
    const head = index.start.checkpoint?.slot;
    const minContextSlot = from > (head ?? 0n) ? from : head;
    this.#state = {
      rpc,
      programId,
      commitment,
      decoder,
      launches,
      clock,
      signal,
      minContextSlot,
      maxContextSlot,
    };
  }

  async take(dryRun: boolean): Promise<ChunkOutcome> {
    const state = await this.#stateInRange();
    const reading = await this.#read(state, this.#index.start.checkpoint);
    const gap = this.#lost(state.slot);
    if (!dryRun) await this.#write(reading, state.slot);
    const quarantined = unreadable(reading.buffer);
    return {
      read: reading.shown,
      written: reading.buffer.rows - quarantined,
      unchanged: reading.unchanged,
      quarantined,
      gaps: gap ? [{ of: 'the index', fromSlot: gap.from, toSlot: gap.to, cause: CAUSE }] : [],
    };
  }

  /**
   * Compares with the running indexer's state at the same slot. The indexer repairs differences, as its audits
   * do: no one else's row could have a revision that takes precedence without disturbing others.
   */
  async compare(dryRun: boolean): Promise<ChunkOutcome> {
    const { clock, signal } = this.#state;
    const { slot, reading } = await this.#compared(await this.#stateInRange());
    const { shown: read, unchanged, buffer } = reading;
    const found = { read, unchanged, written: 0, quarantined: 0 };
    if (buffer.rows === 0) return found;
    if (dryRun) return { ...found, written: buffer.rows };
    const answer = await repairedByIndexer({ lane: this.#options.olap.writer, clock, signal });
    const after = await this.#compared(await stateAtOneSlot({ ...this.#state, maxContextSlot: undefined }));
    const left = after.reading.buffer.rows;
    const why = answer.detail === '' ? '' : ` (${answer.detail})`;
    const cause = `${counted(left, 'account differs', 'accounts differ')} from the chain still${why}: \`launchlens audit\` names them`;
    return {
      ...found,
      written: Number(answer.repaired),
      quarantined: unreadable(buffer),
      gaps: left > 0 ? [{ of: 'the index', fromSlot: slot, toSlot: after.slot, cause }] : [],
    };
  }

  async #compared(
    state: AtSlot<ChainAccount[]>,
  ): Promise<{ readonly slot: bigint; readonly reading: SnapshotReading }> {
    const { slot } = state;
    const { clock, signal } = this.#state;
    const { revision } = await checkpointCovers(slot, { lane: this.#options.olap.scanner, clock, signal });
    return { slot, reading: await this.#read(state, { slot, revision }) };
  }

  async #stateInRange(): Promise<AtSlot<ChainAccount[]>> {
    await chainReaches(this.#options.fromSlot, this.#state);
    return stateAtOneSlot(this.#state);
  }

  /** How the state differs from the index at `bound`. */
  async #read(state: AtSlot<ChainAccount[]>, bound: Bound | undefined): Promise<SnapshotReading> {
    const { decoder, signal } = this.#state;
    const { scanner } = this.#options.olap;
    const reading = new SnapshotReading(
      { decode: (view, into) => decoder.account(view, into) },
      bound ? await currentAccounts(scanner, bound, signal) : new Map(),
    );
    await showAccounts(state, reading, signal);
    reading.closeUnseen({ programSlot: state.slot, keysSlot: state.slot });
    return reading;
  }

  /** Unknown slots between the index's last slot and the snapshot. */
  #lost(slot: bigint): { from: bigint; to: bigint } | undefined {
    const head = this.#index.start.checkpoint?.slot;
    return head !== undefined && slot > head + 1n ? { from: head + 1n, to: slot - 1n } : undefined;
  }

  async #write({ buffer }: SnapshotReading, slot: bigint): Promise<void> {
    const { olap, clock, logger, commitment } = this.#options;
    const { start, flowsFrom } = this.#index;
    const head = start.checkpoint?.slot;
    const through = await blockOf(slot, this.#state);
    const writer = new Writer({ olap, clock, logger, commitment, start });
    writer.heard(slot);
    // The chain is at the index's slot: a difference was an error, and is corrected in that slot.
    if (slot === head) {
      if (buffer.rows > 0) await writer.correct({ meta: through, buffer });
    } else {
      const flows = new FlowRanges(flowsFrom).splice(head, slot);
      const lost = this.#lost(slot);
      await writer.snapshot({ through, buffers: [buffer], slots: [through], lost, flows, cause: CAUSE });
    }
    await writer.close();
  }
}

/** Existing accounts that match no known layout; the quarantine also contains ended ones. */
function unreadable({ quarantine }: SlotBuffer): number {
  const { lamports } = QUARANTINE.byName;
  let count = 0;
  for (let row = 0; row < quarantine.rows; row += 1) if (quarantine.u64(lamports, row) > 0n) count += 1;
  return count;
}
