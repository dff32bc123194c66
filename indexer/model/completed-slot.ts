import type { SlotBuffer } from './slot-buffer.ts';
import type { BlockMeta } from './source.ts';
import type { COVERAGE_STATE } from './tables.ts';

/** A whole slot in chain order: its block metadata and every account write and movement in it. */
export interface CompletedSlot {
  readonly meta: BlockMeta;
  readonly buffer: SlotBuffer;
}

/** Slots whose transactions were all seen; without `to` the range grows with the index. */
export interface FlowRange {
  readonly from: bigint;
  readonly to: bigint | undefined;
  /** Where they were seen; by default the stream. */
  readonly source?: 'stream' | 'rpc' | undefined;
}

/** A range of slots in the coverage ledger. */
export interface CoverageRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly state: keyof typeof COVERAGE_STATE;
  readonly source: string;
  readonly cause: string;
}

/** Rows of known slots, and what is known of those slots now. */
export interface Mending {
  readonly buffers: readonly SlotBuffer[];
  readonly coverage: readonly CoverageRange[];
  /** The current ranges of known movements. */
  readonly flows?: readonly FlowRange[];
  /** The newest rollback that it knows of, 0 before the first: after another one, its slots may belong to other blocks. */
  readonly rollbackRevision: bigint;
}

/**
 * The state of the chain at one slot, read by RPC. Its rows have the slots at which they were read, up to
 * `through`; the index answers from `through` on.
 */
export interface SnapshotState {
  readonly through: BlockMeta;
  /** The rows read, and the slots streamed during the read. */
  readonly buffers: readonly SlotBuffer[];
  readonly slots: readonly BlockMeta[];
  /** Unknown slots between the old head and this snapshot. */
  readonly lost: { readonly from: bigint; readonly to: bigint } | undefined;
  /** What is known about escrow activity from now on: a snapshot does not show it. */
  readonly flows: readonly FlowRange[];
  /** Why the snapshot was taken. */
  readonly cause: string;
}
