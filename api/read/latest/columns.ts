const FIRST_ROWS = 16;
const GROWTH = 1.5;
const KEY_BYTES = 32;

/** The fixed-width columns of a pledge table; about 97 bytes a row. */
export interface PledgeColumns {
  readonly pledger: Uint8Array;
  readonly address: Uint8Array;
  readonly amount: BigUint64Array;
  readonly tokensReleased: BigUint64Array;
  readonly pledgedTs: BigInt64Array;
  readonly slot: BigUint64Array;
  readonly flags: Uint8Array;
}

export function pledgeColumns(rows = FIRST_ROWS): PledgeColumns {
  return {
    pledger: new Uint8Array(rows * KEY_BYTES),
    address: new Uint8Array(rows * KEY_BYTES),
    amount: new BigUint64Array(rows),
    tokensReleased: new BigUint64Array(rows),
    pledgedTs: new BigInt64Array(rows),
    slot: new BigUint64Array(rows),
    flags: new Uint8Array(rows),
  };
}

/** The same columns with room for more rows. */
export function grown(columns: PledgeColumns): PledgeColumns {
  const larger = pledgeColumns(Math.ceil(columns.flags.length * GROWTH));
  larger.pledger.set(columns.pledger);
  larger.address.set(columns.address);
  larger.amount.set(columns.amount);
  larger.tokensReleased.set(columns.tokensReleased);
  larger.pledgedTs.set(columns.pledgedTs);
  larger.slot.set(columns.slot);
  larger.flags.set(columns.flags);
  return larger;
}

export function keyAt(column: Uint8Array, row: number): Uint8Array {
  return column.subarray(row * KEY_BYTES, (row + 1) * KEY_BYTES);
}

export function setKey(column: Uint8Array, row: number, key: Uint8Array): void {
  column.set(key, row * KEY_BYTES);
}

/** Byte order of a key against the key of a row: the order in which ClickHouse sorts FixedString. */
export function compareKey(key: Uint8Array, column: Uint8Array, row: number): number {
  const start = row * KEY_BYTES;
  for (let index = 0; index < KEY_BYTES; index++) {
    const difference = (key[index] as number) - (column[start + index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
