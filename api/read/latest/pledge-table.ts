import type { PledgeVersion } from '../account-versions.ts';
import {
  compareKey,
  grown,
  type PledgeValues,
  pledgeColumns,
  ROW_BYTES,
  readValues,
  roomFor,
  writeRow,
} from './columns.ts';
import { type PledgeRows, Pledges, type PledgeWeight, weightOf } from './pledges.ts';
import { SortedRows } from './sorted-rows.ts';

/** How a version changed the sums of the table. */
export interface PledgeChange {
  readonly before: PledgeWeight | undefined;
  readonly after: PledgeWeight | undefined;
}

/** The same, with what it replaced. */
export interface ReplacedPledge extends PledgeChange {
  readonly row: number;
  readonly values: PledgeValues;
}

/** What the engine takes for a table and its columns, besides their contents. */
const TABLE_BYTES = 4_096;

/** Bytes of a table that was made for so many accounts. */
export function tableBytes(accounts: number): number {
  return bytesOf(roomFor(accounts), SortedRows.bytesOf(accounts));
}

/** Bytes of the same table after it grew once. */
export function grownTableBytes(accounts: number): number {
  return bytesOf(roomFor(roomFor(accounts)), SortedRows.bytesOf(roomFor(accounts)));
}

function bytesOf(rows: number, orderBytes: number): number {
  return TABLE_BYTES + rows * ROW_BYTES + orderBytes;
}

const NO_PLEDGE: PledgeValues = { ...readValues(pledgeColumns(1), 0), closed: 1 };

/**
 * The newest pledges of one launch. Closed accounts stay as tombstones, so that a late version of an earlier slot cannot
 * restore one.
 */
export class PledgeTable extends Pledges {
  readonly #rows: PledgeRows;

  /** @param accounts how many are expected */
  constructor(accounts = 0) {
    const rows = { columns: pledgeColumns(roomFor(accounts)), order: new SortedRows(), count: 0, open: 0 };
    super(rows);
    this.#rows = rows;
  }

  /** Memory that it takes, and the accounts in it, closed ones included. */
  get bytes(): number {
    const { columns, order } = this.#rows;
    return bytesOf(columns.closed.length, order.bytes);
  }

  get accounts(): number {
    return this.#rows.count;
  }

  /** Takes a version unless a later slot is already held; undefined if nothing changed. */
  apply(version: PledgeVersion): ReplacedPledge | undefined {
    const rows = this.#rows;
    const held = rows.order.find((row) => compareKey(version.pledger, rows.columns.pledger, row));
    if (held !== undefined && version.updatedSlot < (rows.columns.updatedSlot[held] as bigint))
      return undefined;
    const values = held === undefined ? NO_PLEDGE : readValues(rows.columns, held);
    const row = held ?? this.#append(version.pledger);
    writeRow(rows.columns, row, version);
    const before = weightOf(values);
    const after = this.weight(row);
    rows.open += Number(after !== undefined) - Number(before !== undefined);
    return { row, values, before, after };
  }

  /** The pledges before some rows changed. */
  before(values: ReadonlyMap<number, PledgeValues>): Pledges {
    return new Pledges(this.#rows, values);
  }

  #append(pledger: Uint8Array): number {
    const rows = this.#rows;
    const row = rows.count;
    if (row === rows.columns.closed.length) rows.columns = grown(rows.columns);
    rows.order.insert(row, (other) => compareKey(pledger, rows.columns.pledger, other));
    rows.count += 1;
    return row;
  }
}
