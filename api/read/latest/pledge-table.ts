import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import type { PledgeVersion } from '../account-versions.ts';
import { pledgeRank } from '../lists.ts';
import type { PledgeState } from '../model.ts';
import type { PledgeListQuestion, PledgePosition } from '../questions.ts';
import { compareKey, grown, keyAt, type PledgeColumns, pledgeColumns, readRow, writeRow } from './columns.ts';
import { firstRows } from './ranking.ts';
import { type CompareToRow, SortedRows } from './sorted-rows.ts';

/** A pledge's contribution to the sums of its launch. */
export interface PledgeWeight {
  readonly amount: bigint;
  readonly refunded: boolean;
}

/** How a version changed the table. */
export interface PledgeChange {
  readonly before: PledgeWeight | undefined;
  readonly after: PledgeWeight | undefined;
}

/**
 * All pledges of one launch, by key. Closed accounts stay as tombstones, so that a late version of an earlier slot
 * cannot restore one.
 */
export class PledgeTable {
  #columns: PledgeColumns = pledgeColumns();
  readonly #order = new SortedRows();
  #rows = 0;
  #open = 0;

  /** Pledge accounts that exist. */
  get count(): number {
    return this.#open;
  }

  /** Takes a version unless a later slot is already held; undefined if nothing changed. */
  apply(version: PledgeVersion): PledgeChange | undefined {
    const held = this.#order.find(this.#comparing(version.pledger));
    if (held !== undefined && version.updatedSlot < (this.#columns.updatedSlot[held] as bigint))
      return undefined;
    const before = held === undefined ? undefined : this.#weight(held);
    const row = held ?? this.#append(version.pledger);
    writeRow(this.#columns, row, version);
    const after = this.#weight(row);
    this.#open += Number(after !== undefined) - Number(before !== undefined);
    return { before, after };
  }

  find(pledger: Uint8Array): PledgeState | undefined {
    const row = this.#order.find(this.#comparing(pledger));
    return row === undefined || this.#closed(row) ? undefined : this.#state(row);
  }

  /** Up to `limit` pledges in the requested order, after its position. */
  page({
    orderBy = 'pledger',
    minAmount = 0n,
    after,
    limit,
  }: Omit<PledgeListQuestion, 'launchId'>): PledgeState[] {
    const wanted = (row: number): boolean =>
      !this.#closed(row) && (this.#columns.amount[row] as bigint) >= minAmount;
    if (orderBy === 'pledger') return this.#pageByKey(limit, wanted, after);
    const key = after && pubkeyBytes(after.pledger);
    const comes = (row: number, rank: bigint): boolean =>
      after === undefined ||
      rank < after.rank ||
      (rank === after.rank && compareKey(key as Uint8Array, this.#columns.pledger, row) < 0);
    const rankOf = (row: number): bigint | undefined => {
      if (!wanted(row)) return undefined;
      const rank = this.#rank(orderBy, row);
      return comes(row, rank) ? rank : undefined;
    };
    const breakTie = (a: number, b: number): number =>
      compareKey(keyAt(this.#columns.pledger, a), this.#columns.pledger, b);
    return firstRows({ rows: this.#rows, limit, rankOf, breakTie }).map((row) => this.#state(row));
  }

  /** Every amount, the smallest first. */
  sortedAmounts(): BigUint64Array {
    const amounts = new BigUint64Array(this.#open);
    let count = 0;
    for (let row = 0; row < this.#rows; row++) {
      if (!this.#closed(row)) amounts[count++] = this.#columns.amount[row] as bigint;
    }
    return amounts.sort();
  }

  *weights(): Generator<PledgeWeight> {
    for (let row = 0; row < this.#rows; row++) {
      const weight = this.#weight(row);
      if (weight !== undefined) yield weight;
    }
  }

  #pageByKey(
    limit: number,
    wanted: (row: number) => boolean,
    after: PledgePosition | undefined,
  ): PledgeState[] {
    const page: PledgeState[] = [];
    for (const row of this.#order.after(after && this.#comparing(pubkeyBytes(after.pledger)))) {
      if (page.length === limit) break;
      if (wanted(row)) page.push(this.#state(row));
    }
    return page;
  }

  #rank(orderBy: PledgeOrder, row: number): bigint {
    const { amount, pledgedTs, updatedSlot } = this.#columns;
    return pledgeRank(orderBy, {
      amount: amount[row] as bigint,
      pledgedTs: pledgedTs[row] as bigint,
      updatedSlot: updatedSlot[row] as bigint,
    });
  }

  #comparing(key: Uint8Array): CompareToRow {
    return (row) => compareKey(key, this.#columns.pledger, row);
  }

  #append(pledger: Uint8Array): number {
    const row = this.#rows;
    if (row === this.#columns.closed.length) this.#columns = grown(this.#columns);
    this.#order.insert(row, this.#comparing(pledger));
    this.#rows += 1;
    return row;
  }

  #closed(row: number): boolean {
    return this.#columns.closed[row] === 1;
  }

  #weight(row: number): PledgeWeight | undefined {
    if (this.#closed(row)) return undefined;
    const { amount, refunded } = this.#columns;
    return { amount: amount[row] as bigint, refunded: refunded[row] === 1 };
  }

  #state(row: number): PledgeState {
    // Safe because the columns are those of the same fields.
    return readRow(this.#columns, row) as unknown as PledgeState;
  }
}
