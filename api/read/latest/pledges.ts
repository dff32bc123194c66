import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import { pledgeRank } from '../lists.ts';
import type { PledgeState } from '../model.ts';
import type { PledgeListQuestion, PledgePosition } from '../questions.ts';
import { compareKey, keyAt, type PledgeColumns, type PledgeValues, readRow } from './columns.ts';
import { firstRows } from './ranking.ts';
import type { CompareToRow, SortedRows } from './sorted-rows.ts';

/** A pledge's contribution to the sums of its launch. */
export interface PledgeWeight {
  readonly amount: bigint;
  readonly tokensReleased: bigint;
  readonly refunded: boolean;
}

/** The weight of an existing pledge. */
export function weightOf({
  amount,
  tokensReleased,
  refunded,
  closed,
}: PledgeValues): PledgeWeight | undefined {
  return closed === 1 ? undefined : { amount, tokensReleased, refunded: refunded === 1 };
}

/** All pledges of one launch, by key. Closed accounts stay as tombstones. */
export interface PledgeRows {
  columns: PledgeColumns;
  readonly order: SortedRows;
  /** Rows in use, and those of existing accounts. */
  count: number;
  open: number;
}

/** Reads the pledges of one launch: the newest, or with some rows in an earlier state. */
export class Pledges {
  readonly #rows: PledgeRows;
  readonly #earlier: ReadonlyMap<number, PledgeValues> | undefined;

  constructor(rows: PledgeRows, earlier?: ReadonlyMap<number, PledgeValues>) {
    this.#rows = rows;
    this.#earlier = earlier;
  }

  /** Pledge accounts that exist. */
  get count(): number {
    let { open } = this.#rows;
    for (const [row, { closed }] of this.#earlier ?? []) {
      open += (this.#rows.columns.closed[row] as number) - closed;
    }
    return open;
  }

  find(pledger: Uint8Array): PledgeState | undefined {
    const row = this.#rows.order.find(this.#comparing(pledger));
    return row === undefined || this.#closed(row) ? undefined : this.#state(row);
  }

  /** Up to `limit` pledges in the requested order, after its position. */
  page({
    orderBy = 'pledger',
    minAmount = 0n,
    after,
    limit,
  }: Omit<PledgeListQuestion, 'launchId'>): PledgeState[] {
    const wanted = (row: number): boolean => !this.#closed(row) && this.#value(row, 'amount') >= minAmount;
    if (orderBy === 'pledger') return this.#pageByKey(limit, wanted, after);
    const { pledger } = this.#rows.columns;
    const key = after && pubkeyBytes(after.pledger);
    const comes = (row: number, rank: bigint): boolean =>
      after === undefined ||
      rank < after.rank ||
      (rank === after.rank && compareKey(key as Uint8Array, pledger, row) < 0);
    const rankOf = (row: number): bigint | undefined => {
      if (!wanted(row)) return undefined;
      const rank = this.#rank(orderBy, row);
      return comes(row, rank) ? rank : undefined;
    };
    const breakTie = (a: number, b: number): number => compareKey(keyAt(pledger, a), pledger, b);
    return firstRows({ rows: this.#rows.count, limit, rankOf, breakTie }).map((row) => this.#state(row));
  }

  /** Every amount, the smallest first. */
  sortedAmounts(): BigUint64Array {
    const amounts = new BigUint64Array(this.count);
    let count = 0;
    for (let row = 0; row < this.#rows.count; row++) {
      if (!this.#closed(row)) amounts[count++] = this.#value(row, 'amount');
    }
    return amounts.sort();
  }

  *weights(): Generator<PledgeWeight> {
    for (let row = 0; row < this.#rows.count; row++) {
      const weight = this.weight(row);
      if (weight !== undefined) yield weight;
    }
  }

  weight(row: number): PledgeWeight | undefined {
    if (this.#closed(row)) return undefined;
    return {
      amount: this.#value(row, 'amount'),
      tokensReleased: this.#value(row, 'tokensReleased'),
      refunded: this.#value(row, 'refunded') === 1,
    };
  }

  #pageByKey(
    limit: number,
    wanted: (row: number) => boolean,
    after: PledgePosition | undefined,
  ): PledgeState[] {
    const page: PledgeState[] = [];
    for (const row of this.#rows.order.after(after && this.#comparing(pubkeyBytes(after.pledger)))) {
      if (page.length === limit) break;
      if (wanted(row)) page.push(this.#state(row));
    }
    return page;
  }

  #rank(orderBy: PledgeOrder, row: number): bigint {
    return pledgeRank(orderBy, {
      amount: this.#value(row, 'amount'),
      pledgedTs: this.#value(row, 'pledgedTs'),
      updatedSlot: this.#value(row, 'updatedSlot'),
    });
  }

  #comparing(key: Uint8Array): CompareToRow {
    return (row) => compareKey(key, this.#rows.columns.pledger, row);
  }

  #closed(row: number): boolean {
    return this.#value(row, 'closed') === 1;
  }

  #value<Name extends keyof PledgeValues>(row: number, name: Name): PledgeValues[Name] {
    const earlier = this.#earlier?.get(row);
    return (earlier ? earlier[name] : this.#rows.columns[name][row]) as PledgeValues[Name];
  }

  #state(row: number): PledgeState {
    // Safe because the columns are those of the same fields.
    return readRow(this.#rows.columns, row, this.#earlier?.get(row)) as unknown as PledgeState;
  }
}
