import type { CompletedSlot, SnapshotState } from '../model/completed-slot.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { BlockMeta } from '../model/source.ts';

/** Two reads of the chain: the program's accounts at `program`, the other followed ones at `keysSlot`. */
export interface ReadSnapshot extends Pick<SnapshotState, 'lost' | 'flows' | 'cause'> {
  readonly buffer: SlotBuffer;
  readonly program: BlockMeta;
  readonly keysSlot: bigint;
}

/** A snapshot that can be written once the stream has reached the slot of its last read, and the slots until then. */
export class PendingSnapshot {
  #pending: { readonly snapshot: ReadSnapshot; readonly slots: CompletedSlot[] } | undefined;

  get exists(): boolean {
    return this.#pending !== undefined;
  }

  /** Whether a slot waits here, to be written with the content of its buffer by then. */
  includes(slot: CompletedSlot): boolean {
    return this.#pending?.slots.includes(slot) ?? false;
  }

  /** Takes a snapshot, replacing an incomplete one. Returns the state to write if the stream has already reached it. */
  begin(snapshot: ReadSnapshot): SnapshotState | undefined {
    this.#pending = { snapshot: replacing(this.#pending?.snapshot, snapshot), slots: [] };
    return this.#reached(snapshot.program);
  }

  /** Takes the next slot. Returns the state to write if this slot completes it. */
  add(slot: CompletedSlot): SnapshotState | undefined {
    this.#pending?.slots.push(slot);
    return this.#reached(slot.meta);
  }

  /** Drops the snapshot and the slots after it; false if there is none. */
  abandon(): boolean {
    const existed = this.exists;
    this.#pending = undefined;
    return existed;
  }

  #reached(through: BlockMeta): SnapshotState | undefined {
    const pending = this.#pending;
    if (!pending || through.slot < pending.snapshot.keysSlot) return undefined;
    this.#pending = undefined;
    const { buffer, program, lost, flows, cause } = pending.snapshot;
    return {
      through,
      buffers: [buffer, ...pending.slots.map((slot) => slot.buffer)],
      slots: [program, ...pending.slots.map(({ meta }) => meta)],
      lost,
      flows,
      cause,
    };
  }
}

/** An incomplete snapshot fills no gap: nothing since its own gap is known, and only the movements from before it. */
function replacing(unfinished: ReadSnapshot | undefined, next: ReadSnapshot): ReadSnapshot {
  if (!unfinished) return next;
  const from = unfinished.lost?.from;
  const lost = from === undefined ? next.lost : { from, to: next.lost?.to ?? next.keysSlot - 1n };
  const before = unfinished.flows.filter(({ to }) => to !== undefined);
  return { ...next, lost, flows: [...before, ...next.flows.filter(({ to }) => to === undefined)] };
}
