import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { Checkpoint } from './checkpoint.ts';

/** A slot that the writer has taken: what the index answers at it, before its rows are durable. */
export interface TakenSlot {
  /** The slot taken before it, and the greatest revision among the rows up to then. */
  readonly after: Pick<Checkpoint, 'slot' | 'revision'>;
  /** As it will be once the rows are durable, except that a later slot may share it. */
  readonly checkpoint: Checkpoint & { readonly commitment: Commitment; readonly indexedAt: number };
  /** Unix seconds; undefined if unknown. */
  readonly blockTime: bigint | undefined;
  /** Valid until the listener returns. */
  readonly launches: ColumnBlock;
  readonly tokenAccounts: ColumnBlock;
  readonly pledges: ColumnBlock;
  /** Whether any mint changed. */
  readonly mints: boolean;
}
