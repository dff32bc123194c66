import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { EncodedRows } from '../../core/olap/row-binary.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';

/** What every row of a batch gets when the batch is written. */
export interface Numbering {
  readonly revision: bigint;
  /** The revision again if the batch corrects known slots, otherwise 0. */
  readonly correction: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly at: bigint;
}

/** Rows for one table. */
export type TableRows = readonly [table: string, rows: ColumnBlock | EncodedRows];

/** The rows of a batch for the tables of one kind of index. */
export interface BatchRows {
  readonly rows: number;
  readonly accountRows: number;
  /** Memory of the rows. */
  readonly bytes: number;
  addVersions(buffer: SlotBuffer): void;
  /** What the slot's transactions moved. */
  addFlows(buffer: SlotBuffer): void;
  /** Numbers the rows, and returns them in the order in which they must be written. */
  seal(numbering: Numbering): readonly TableRows[];
  clear(): void;
}

/** Fills the columns of a block that number its rows. */
export function numberRows(block: ColumnBlock, { revision, correction, at }: Numbering): void {
  const { byName } = block.layout;
  const columns = { revision, correction, at };
  for (const [name, value] of Object.entries(columns)) {
    const column = byName[name];
    if (column) block.fillU64(column, value);
  }
}
