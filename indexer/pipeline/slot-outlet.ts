import type { CompletedSlot, SnapshotState } from '../model/completed-slot.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import type { BlockMeta } from '../model/source.ts';
import { Backlog } from './backlog.ts';

/** What the pipeline asks of the writer. */
export interface SlotWriter {
  append(slot: CompletedSlot): Promise<void>;
  /** Writes a slot that has already left once more, because a write to it came late. */
  correct(slot: CompletedSlot): Promise<void>;
  snapshot(state: SnapshotState): Promise<void>;
}

/** A snapshot that becomes answerable when the stream has reached the slot of its last read. */
export interface OpenSnapshot {
  readonly buffer: SlotBuffer;
  readonly program: BlockMeta;
  readonly keysSlot: bigint;
  readonly lost: SnapshotState['lost'];
  readonly flows: SnapshotState['flows'];
  readonly cause: string;
}

type Item =
  | { readonly kind: 'slot' | 'correction'; readonly slot: CompletedSlot }
  | { readonly kind: 'snapshot'; readonly snapshot: OpenSnapshot };

/** Rows that may wait for the writer before the source is asked to wait. */
const BACKLOG_ROWS = 200_000;
/** A slot without rows still holds memory. */
const SLOT_WEIGHT = 16;

export interface OutletOptions {
  readonly writer: SlotWriter;
  /** Told which slots still wait here. */
  readonly buffers: Pick<SlotBuffers, 'hold' | 'release'>;
  readonly onFull: () => void;
  readonly onDrained: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Passes slots to the writer in order, with a snapshot between them where one was taken. */
export class SlotOutlet {
  readonly #writer: SlotWriter;
  readonly #buffers: OutletOptions['buffers'];
  readonly #backlog: Backlog<Item>;
  readonly #corrections = new Set<bigint>();
  #open: { readonly snapshot: OpenSnapshot; readonly slots: CompletedSlot[] } | undefined;

  constructor({ writer, buffers, onFull, onDrained, onFailure }: OutletOptions) {
    this.#writer = writer;
    this.#buffers = buffers;
    this.#backlog = new Backlog<Item>({
      consume: (item) => this.#pass(item),
      weight: (item) => (item.kind === 'slot' ? item.slot.buffer.rows + SLOT_WEIGHT : SLOT_WEIGHT),
      limit: BACKLOG_ROWS,
      onFull,
      onDrained,
      onFailure,
    });
  }

  slot(slot: CompletedSlot): void {
    this.#buffers.hold(slot.buffer);
    this.#backlog.push({ kind: 'slot', slot });
  }

  /** Several late writes to one slot are one correction, as long as it waits. */
  correction(slot: CompletedSlot): void {
    if (this.#corrections.has(slot.meta.slot)) return;
    this.#corrections.add(slot.meta.slot);
    this.#buffers.hold(slot.buffer);
    this.#backlog.push({ kind: 'correction', slot });
  }

  snapshot(snapshot: OpenSnapshot): void {
    this.#backlog.push({ kind: 'snapshot', snapshot });
  }

  /** True while a snapshot waits to become answerable; nothing from it on has been given to the writer. */
  get holdsSnapshot(): boolean {
    return this.#open !== undefined;
  }

  /** Drops a snapshot that waits, and the slots behind it; true when there was one. */
  async abandonSnapshot(): Promise<boolean> {
    await this.idle();
    const held = this.#open !== undefined;
    this.#open = undefined;
    return held;
  }

  /** The writer is behind: a stream opened now must wait as well. */
  get full(): boolean {
    return this.#backlog.full;
  }

  idle(): Promise<void> {
    return this.#backlog.idle();
  }

  async #pass(item: Item): Promise<void> {
    if (item.kind === 'snapshot') {
      this.#open = { snapshot: overtake(this.#open?.snapshot, item.snapshot), slots: [] };
      await this.#closeSnapshot(item.snapshot.program);
    } else if (item.kind === 'correction') {
      this.#corrections.delete(item.slot.meta.slot);
      // A slot that waits for its snapshot will be written with everything that its buffer holds by then.
      if (!this.#open?.slots.includes(item.slot)) await this.#writer.correct(item.slot);
      this.#buffers.release(item.slot.buffer);
    } else if (this.#open) {
      // Held for good: the rare slot under a snapshot is left to the garbage collector.
      this.#open.slots.push(item.slot);
      await this.#closeSnapshot(item.slot.meta);
    } else {
      await this.#writer.append(item.slot);
      this.#buffers.release(item.slot.buffer);
    }
  }

  /** Writes the open snapshot once `reached` covers its last read. */
  async #closeSnapshot(reached: BlockMeta): Promise<void> {
    const open = this.#open;
    if (!open || reached.slot < open.snapshot.keysSlot) return;
    this.#open = undefined;
    const { buffer, program, lost, flows, cause } = open.snapshot;
    await this.#writer.snapshot({
      through: reached,
      buffers: [buffer, ...open.slots.map((slot) => slot.buffer)],
      slots: [program, ...open.slots.map(({ meta }) => meta)],
      lost,
      flows,
      cause,
    });
  }
}

/**
 * A snapshot that was never finished takes what it was to bring with it: nothing since its own loss is known, and of
 * the movements only what was known before it.
 */
function overtake(unfinished: OpenSnapshot | undefined, next: OpenSnapshot): OpenSnapshot {
  if (!unfinished) return next;
  const from = unfinished.lost?.from;
  const lost = from === undefined ? next.lost : { from, to: next.lost?.to ?? next.keysSlot - 1n };
  const before = unfinished.flows.filter(({ to }) => to !== undefined);
  return { ...next, lost, flows: [...before, ...next.flows.filter(({ to }) => to === undefined)] };
}
