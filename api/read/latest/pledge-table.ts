import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeState } from '../model.ts';
import type { PledgeVersion } from '../rows.ts';
import { compareKey, grown, keyAt, type PledgeColumns, pledgeColumns, setKey } from './columns.ts';
import { type CompareToRow, SortedRows } from './sorted-rows.ts';

const REFUNDED = 1;
const CLOSED = 2;

/** What a pledge counts for in the sums of its launch. */
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
 * All pledges of one launch, by key. Closed accounts stay as tombstones, so that a version of an earlier slot
 * which arrives late cannot bring one back.
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

  /** Takes a version unless a later slot is held already; undefined when nothing changed. */
  apply(version: PledgeVersion): PledgeChange | undefined {
    const held = this.#order.find(this.#comparing(version.pledger));
    if (held !== undefined && version.slot < (this.#columns.slot[held] as bigint)) return undefined;
    const before = held === undefined ? undefined : this.#weight(held);
    const row = held ?? this.#append(version.pledger);
    this.#write(row, version);
    const after = this.#weight(row);
    this.#open += Number(after !== undefined) - Number(before !== undefined);
    return { before, after };
  }

  find(pledger: Uint8Array): PledgeState | undefined {
    const row = this.#order.find(this.#comparing(pledger));
    return row === undefined || this.#closed(row) ? undefined : this.#state(row);
  }

  /** Up to `limit` pledges with keys above `after`, in key order. */
  page(limit: number, after?: Uint8Array): PledgeState[] {
    const page: PledgeState[] = [];
    for (const row of this.#order.after(after && this.#comparing(after))) {
      if (page.length === limit) break;
      if (!this.#closed(row)) page.push(this.#state(row));
    }
    return page;
  }

  *weights(): Generator<PledgeWeight> {
    for (let row = 0; row < this.#rows; row++) {
      const weight = this.#weight(row);
      if (weight !== undefined) yield weight;
    }
  }

  #comparing(key: Uint8Array): CompareToRow {
    return (row) => compareKey(key, this.#columns.pledger, row);
  }

  #append(pledger: Uint8Array): number {
    const row = this.#rows;
    if (row === this.#columns.flags.length) this.#columns = grown(this.#columns);
    this.#order.insert(row, this.#comparing(pledger));
    this.#rows += 1;
    setKey(this.#columns.pledger, row, pledger);
    return row;
  }

  #write(row: number, version: PledgeVersion): void {
    const columns = this.#columns;
    setKey(columns.address, row, version.address);
    columns.amount[row] = version.amount;
    columns.tokensReleased[row] = version.tokensReleased;
    columns.pledgedTs[row] = version.pledgedTs;
    columns.slot[row] = version.slot;
    columns.flags[row] = (version.refunded ? REFUNDED : 0) | (version.closed ? CLOSED : 0);
  }

  #closed(row: number): boolean {
    return ((this.#columns.flags[row] as number) & CLOSED) !== 0;
  }

  #weight(row: number): PledgeWeight | undefined {
    if (this.#closed(row)) return undefined;
    const refunded = ((this.#columns.flags[row] as number) & REFUNDED) !== 0;
    return { amount: this.#columns.amount[row] as bigint, refunded };
  }

  #state(row: number): PledgeState {
    const columns = this.#columns;
    return {
      pledger: pubkeyFromBytes(keyAt(columns.pledger, row)),
      address: pubkeyFromBytes(keyAt(columns.address, row)),
      amount: columns.amount[row] as bigint,
      tokensReleased: columns.tokensReleased[row] as bigint,
      refunded: ((columns.flags[row] as number) & REFUNDED) !== 0,
      pledgedTs: columns.pledgedTs[row] as bigint,
      updatedSlot: columns.slot[row] as bigint,
    };
  }
}
