import type { SlotBuffer } from './slot-buffer.ts';
import type { BlockMeta } from './source.ts';

/** A whole slot in chain order: its block facts and every account write and movement in it. */
export interface CompletedSlot {
  readonly meta: BlockMeta;
  readonly buffer: SlotBuffer;
}

/** Slots whose transactions were all seen; without `to` the range grows with the index. */
export interface FlowRange {
  readonly from: bigint;
  readonly to: bigint | undefined;
}

/**
 * The state of the chain at one slot, read by RPC. Its rows carry the slots at which they were read, which end at
 * `through`; the index answers from `through` on.
 */
export interface SnapshotState {
  readonly through: BlockMeta;
  /** The rows read, and the slots streamed while reading. */
  readonly buffers: readonly SlotBuffer[];
  readonly slots: readonly BlockMeta[];
  /** Slots between the old head and this snapshot of which nothing is known. */
  readonly lost: { readonly from: bigint; readonly to: bigint } | undefined;
  /** What is known of the movements in and out of escrows from now on: no snapshot can show them. */
  readonly flows: readonly FlowRange[];
  /** Why the snapshot was taken. */
  readonly cause: string;
}
