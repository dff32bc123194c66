import type { BlockMeta, SlotStatus, SlotUpdate, UpdateSink } from '../model/source.ts';

/** Slots whose news some streams have not brought yet. Far more than the streams of a live server drift apart. */
const OPEN_SLOTS = 4096;

interface OpenSlot {
  readonly statuses: Map<SlotStatus, Set<number>>;
  readonly blocks: Set<number>;
  meta: BlockMeta | undefined;
}

/**
 * Joins several streams of one subscription into one sink. Account updates and transactions pass at once; a slot's
 * block and statuses pass when every stream has brought them. So whatever a status promises about the updates
 * before it holds for all streams together.
 */
export class SlotJoin {
  readonly #sink: UpdateSink;
  readonly #streams: number;
  readonly #open = new Map<bigint, OpenSlot>();

  constructor(sink: UpdateSink, streams: number) {
    this.#sink = sink;
    this.#streams = streams;
  }

  /** Where one of the streams delivers. */
  sinkOf(stream: number): UpdateSink {
    return {
      account: (view) => this.#sink.account(view),
      transaction: (transaction) => this.#sink.transaction?.(transaction),
      ping: () => this.#sink.ping?.(),
      slot: (update) => this.#slot(update, stream),
      blockMeta: (meta) => this.#blockMeta(meta, stream),
    };
  }

  #slot(update: SlotUpdate, stream: number): void {
    // A slot that one node saw die cannot be vouched for by the others.
    if (update.status === 'dead') {
      this.#open.delete(update.slot);
      this.#sink.slot(update);
      return;
    }
    const { statuses } = this.#at(update.slot);
    const seen = statuses.get(update.status) ?? new Set();
    statuses.set(update.status, seen);
    if (this.#completes(seen, stream)) this.#sink.slot(update);
  }

  #blockMeta(meta: BlockMeta, stream: number): void {
    const open = this.#at(meta.slot);
    const first = open.meta ?? meta;
    open.meta = first;
    if (first.blockhash !== meta.blockhash) {
      // Two nodes show two blocks: the sink must see both to tell that it cannot trust either.
      this.#sink.blockMeta(first);
      this.#sink.blockMeta(meta);
    } else if (this.#completes(open.blocks, stream)) this.#sink.blockMeta(meta);
  }

  /** True once: when the last stream has brought it. */
  #completes(seen: Set<number>, stream: number): boolean {
    if (seen.has(stream)) return false;
    return seen.add(stream).size === this.#streams;
  }

  #at(slot: bigint): OpenSlot {
    const held = this.#open.get(slot);
    if (held) return held;
    const open: OpenSlot = { statuses: new Map(), blocks: new Set(), meta: undefined };
    this.#open.set(slot, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > OPEN_SLOTS && oldest !== undefined) this.#open.delete(oldest);
    return open;
  }
}
