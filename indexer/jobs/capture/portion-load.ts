import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { greater, holds, lesser, type SlotRange } from '../../../core/rules/slot-ranges.ts';
import type { BackfillChunk, ChunkOutcome, ChunkSequence } from '../../backfill/job.ts';
import { currentAccounts } from '../../model/account-states.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import type { BlockMeta } from '../../model/source.ts';
import { readSegment } from '../../source/capture/read-segment.ts';
import type { CaptureDecoding, DecodedSlot } from './capture-decoding.ts';
import type { Extension } from './extension.ts';
import { FillBatch, FillWriter } from './fill-writer.ts';
import { readBlocks } from './held-ranges.ts';
import { OpeningState } from './opening-state.ts';
import type { CaptureJobOptions, CapturePlan, Fill } from './plan.ts';
import type { Portion } from './portions.ts';
import { rowStates } from './row-states.ts';
import { Tally } from './tally.ts';
import { countUnfollowed } from './unfollowed.ts';
import { countUnwatched } from './unwatched.ts';

export interface PortionOptions extends CaptureJobOptions {
  /** The reason, for the coverage ledger. */
  readonly cause: string;
  readonly plan: CapturePlan;
  readonly number: number;
  readonly portion: Portion;
  /** Shared by the file's segments: what an earlier segment followed, a later one still follows. */
  readonly decoding: CaptureDecoding;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  /** Ranges that the index knows. */
  readonly held: readonly SlotRange[];
  /** Writes above the checkpoint; undefined if that is not allowed or not needed. */
  readonly extension: Extension | undefined;
  readonly signal: AbortSignal;
  /**
   * Called for a range that cannot be covered because of a launch: the recording did not follow all of the
   * index's accounts.
   */
  readonly unwatched: (fill: SlotRange, accounts: number) => void;
  /** Called for a range in which escrows may have moved tokens that the recording did not follow. */
  readonly unfollowed: (range: SlotRange, escrows: number) => void;
  readonly anchored: (count: number) => void;
}

/** Where the whole state must be written, and what it is. */
interface Opening {
  readonly at: bigint;
  readonly fill: Fill | undefined;
  readonly state: OpeningState;
  /** The last block at or below `at`. */
  meta: BlockMeta | undefined;
  /** Accounts with their own rows at `at`. */
  readonly except: Set<string>;
}

/** One segment being loaded, one chunk per frame. */
export class PortionLoad {
  readonly #options: PortionOptions;
  readonly #decoding: CaptureDecoding;
  readonly #fills: readonly Fill[];
  readonly #flows: readonly SlotRange[];
  readonly #writer: FillWriter;
  readonly #checkpoint: bigint;
  /** Slots up to this one are part of a state that is still to be written. */
  #openingAt = -1n;
  /** Whether it has been determined that the recording follows all escrows above the index's head. */
  #asked = false;

  constructor(options: PortionOptions) {
    const { plan, number, decoding } = options;
    this.#options = options;
    this.#decoding = decoding;
    this.#fills = plan.fills.filter((fill) => fill.portion === number);
    this.#flows = plan.flows.filter((flow) => flow.portion === number);
    this.#checkpoint = plan.checkpoint?.slot ?? -1n;
    const { decoder, program } = this.#decoding;
    this.#writer = new FillWriter({ ...options, decoder, program });
  }

  async *chunks(): ChunkSequence {
    const { portion, signal, anchored } = this.#options;
    const { contents, segment } = portion;
    let opening = await this.#opening();
    this.#openingAt = opening?.at ?? -1n;
    for await (const { frame, items } of readSegment(contents, segment, signal)) {
      const slots = this.#decoding.decode(items);
      if (opening && slots.some(({ meta }) => meta.slot > (opening?.at ?? 0n))) {
        this.#feed(opening, slots);
        yield this.#openingChunk(opening);
        opening = undefined;
        this.#openingAt = -1n;
      } else if (opening) this.#feed(opening, slots);
      yield this.#frameChunk(frame.head.number, slots);
      this.#decoding.release(slots);
    }
    if (opening) yield this.#openingChunk(opening);
    anchored(this.#writer.anchors);
    await this.#reportUnwatched();
  }

  async #reportUnwatched(): Promise<void> {
    const { olap, revision, unwatched } = this.#options;
    const watches = this.#decoding.watches.bind(this.#decoding);
    for (const fill of this.#fills) {
      const accounts = await countUnwatched(fill, { lane: olap.scanner, revision, watches });
      if (accounts > 0) unwatched(fill, accounts);
    }
    for (const range of this.#flows) await this.#requireFollowed(range);
  }

  /** Whether the recording has every movement of a range; reports it if it may not. */
  async #requireFollowed(range: SlotRange): Promise<boolean> {
    const { olap, revision, held, unfollowed } = this.#options;
    const above = held.find(({ to }) => to >= range.to);
    const escrows = await countUnfollowed(range, {
      lane: olap.scanner,
      revision,
      through: above ? greater(above.from, range.to) : greater(this.#checkpoint, range.to),
      followsSince: (escrow) => this.#decoding.followsSince(escrow),
    });
    if (escrows > 0) unfollowed(range, escrows);
    return escrows === 0;
  }

  /** Before the first slot above the head: a recording may follow less than the index covers. */
  async #requireVouched(first: bigint, extension: Extension): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    const { portion, wanted } = this.#options;
    const to = lesser(portion.segment.last, wanted.to);
    if (!(await this.#requireFollowed({ from: first, to }))) await extension.doubtFlows();
  }

  /** The index's state at the slot where this segment takes over, unless it simply continues. */
  async #opening(): Promise<Opening | undefined> {
    const { olap, signal, revision, extension, portion, wanted } = this.#options;
    const fill = this.#fills.find(({ opensAt }) => opensAt !== undefined);
    const common = { meta: undefined, except: new Set<string>() };
    if (fill?.opensAt !== undefined) {
      const known = await currentAccounts(olap.scanner, { slot: fill.opensAt, revision }, signal);
      return { at: fill.opensAt, fill, state: new OpeningState(known), ...common };
    }
    const { first, last } = portion.segment;
    if (!extension || last < wanted.from || wanted.to < first) return undefined;
    const { head = -1n } = extension;
    if (head >= first || last <= head) return undefined;
    const known = await extension.current(signal);
    return { at: greater(wanted.from, first), fill: undefined, state: new OpeningState(known), ...common };
  }

  #feed(opening: Opening, slots: readonly DecodedSlot[]): void {
    for (const { kind, meta, buffer } of slots) {
      if (meta.slot > opening.at) return;
      opening.state.see(buffer);
      opening.meta = meta;
      opening.except.clear();
      if (kind !== 'slot' || meta.slot !== opening.at || !opening.fill) continue;
      for (const { address } of rowStates(buffer)) opening.except.add(address);
    }
  }

  #key(part: string): string {
    const { contents, segment } = this.#options.portion;
    return `${contents.sha256.slice(0, 16)}:${segment.first}:${part}`;
  }

  #openingChunk(opening: Opening): BackfillChunk {
    return {
      key: this.#key(`opening ${opening.at}`),
      run: async ({ dryRun }) => {
        const { fill, state, at, except, meta } = opening;
        const buffer = new SlotBuffer();
        const slot = fill ? at : (meta?.slot ?? at);
        const { decoder, program } = this.#decoding;
        const unwatched = state.write(buffer, {
          slot,
          except,
          decoder,
          program,
          watched: (address, account) => this.#decoding.watches(address, account),
        });
        if (unwatched > 0 && !fill) this.#options.unwatched({ from: slot, to: slot }, unwatched);
        const tally = new Tally();
        tally.wrote({ buffer });
        tally.unchanged = state.unchanged;
        await this.#writeOpening(opening, buffer, dryRun);
        return tally.outcome();
      },
    };
  }

  async #writeOpening({ fill, meta }: Opening, buffer: SlotBuffer, dryRun: boolean): Promise<void> {
    const { extension, cause } = this.#options;
    if (!meta) return;
    if (fill) {
      const batch = new FillBatch();
      batch.addRows(fill, buffer);
      if (meta.slot >= fill.from) batch.rows.addSlot(meta);
      if (!dryRun) await this.#writer.write(batch);
    } else if (extension) {
      this.#requireFollows(meta, extension);
      await extension.begin(meta, buffer, cause);
      await extension.flush();
      await this.#requireVouched(meta.slot + 1n, extension);
    }
  }

  #frameChunk(number: number, slots: readonly DecodedSlot[]): BackfillChunk {
    return {
      key: this.#key(`frame ${number}`),
      run: async ({ dryRun, advance }) => {
        const tally = new Tally();
        const batch = new FillBatch();
        const above: DecodedSlot[] = [];
        for (const slot of slots) {
          tally.read += slot.records;
          if (slot.kind === 'snapshot') this.#countSnapshot(slot, tally);
          else if (slot.meta.slot > this.#checkpoint) above.push(slot);
          else this.#addBelow(slot, batch, tally);
        }
        advance(tally.read);
        await this.#requireSameBlocks(slots);
        if (!dryRun) await this.#writer.write(batch);
        return this.#extend(above, tally);
      },
    };
  }

  /** The rows of a snapshot are written with the opening state, as far as they differ. */
  #countSnapshot({ meta, records }: DecodedSlot, tally: Tally): void {
    const opened = this.#fills.some(({ opensAt }) => opensAt === meta.slot);
    if (!opened && meta.slot <= this.#checkpoint) tally.unchanged += records;
  }

  #addBelow(slot: DecodedSlot, batch: FillBatch, tally: Tally): void {
    const { meta, buffer, records } = slot;
    const fill = this.#fills.find(({ from, to }) => from <= meta.slot && meta.slot <= to);
    const moved = holds(this.#flows, meta.slot);
    if (fill) {
      batch.addRows(fill, buffer);
      batch.rows.addSlot(meta);
      tally.quarantined += buffer.quarantine.rows;
      tally.written += buffer.rows - buffer.quarantine.rows - buffer.movements;
    } else tally.unchanged += records;
    if (!moved) return;
    batch.rows.addFlows(buffer);
    tally.written += buffer.movements;
  }

  async #extend(above: readonly DecodedSlot[], tally: Tally): Promise<ChunkOutcome> {
    const { extension, wanted } = this.#options;
    for (const slot of above) {
      const { slot: number } = slot.meta;
      const asked = number > this.#openingAt && number >= wanted.from && number <= wanted.to;
      if (!extension || !asked || number <= (extension.head ?? -1n)) {
        tally.unchanged += slot.records;
        continue;
      }
      tally.wrote(slot);
      this.#requireFollows(slot.meta, extension);
      await this.#requireVouched(number, extension);
      await extension.append(slot.meta, slot.buffer);
    }
    if (above.length > 0) await extension?.flush();
    return tally.outcome();
  }

  /**
   * Each block that both have must be the same; the index's rows of a lost slot may be of a dead fork. @throws
   * CAPTURE_FORK
   */
  async #requireSameBlocks(slots: readonly DecodedSlot[]): Promise<void> {
    const { olap, revision, held } = this.#options;
    const below = slots.filter(({ meta: { slot } }) => slot <= this.#checkpoint && holds(held, slot));
    const [first, last] = [below[0]?.meta, below.at(-1)?.meta];
    if (!first || !last) return;
    const indexed = await readBlocks(olap.scanner, { from: first.slot, to: last.slot }, revision);
    for (const { meta } of below) {
      const { blockhash } = indexed.get(meta.slot) ?? meta;
      if (blockhash === meta.blockhash) continue;
      throw this.#fork(meta.slot, `it has block ${meta.blockhash} where the index has ${blockhash}`);
    }
  }

  #requireFollows({ slot, parentSlot }: BlockMeta, { head }: Extension): void {
    if (head === undefined || parentSlot >= head) return;
    throw this.#fork(slot, `it builds on slot ${parentSlot} where the index goes on from ${head}`);
  }

  #fork(slot: bigint, detail: string): LaunchlensError<'CAPTURE_FORK'> {
    return new LaunchlensError('CAPTURE_FORK', { file: this.#options.portion.contents.file, slot, detail });
  }
}
