import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Unit } from '../../../schemas/accounts/field.ts';
import { LISTED_PLEDGE_FIELDS } from '../../../schemas/accounts/pledge.ts';
import { type CamelCase, camelCase } from '../../../schemas/letter-case.ts';

const FIRST_ROWS = 16;
/** A table grows by an eighth, so that a large one has little unused room. */
const GROWTH_SHIFT = 3;
const KEY_BYTES = 32;

const bytes = (rows: number) => new Uint8Array(rows);
const keys = (rows: number) => new Uint8Array(rows * KEY_BYTES);
const smalls = (rows: number) => new Uint32Array(rows);
const unsigned = (rows: number) => new BigUint64Array(rows);
const signed = (rows: number) => new BigInt64Array(rows);

/** The column type for a field of each unit. */
const COLUMN = {
  address: keys,
  base_units: unsigned,
  count: smalls,
  flag: bytes,
  id: unsigned,
  seconds: smalls,
  unix_time: signed,
} as const satisfies Readonly<Partial<Record<Unit, (rows: number) => ArrayBufferView>>>;

const FIELDS = {
  ...LISTED_PLEDGE_FIELDS,
  address: { unit: 'address' },
  updated_slot: { unit: 'base_units' },
  closed: { unit: 'flag' },
} as const;

type Fields = typeof FIELDS;
const NAMED = Object.entries(FIELDS).map(([name, { unit }]) => ({
  name: camelCase(name as keyof Fields),
  unit,
}));
type Column = ReturnType<(typeof COLUMN)[keyof typeof COLUMN]>;

/** The fixed-width columns of a pledge table, one per field; about 98 bytes per row. */
export type PledgeColumns = {
  readonly [Name in keyof Fields & string as CamelCase<Name>]: ReturnType<
    (typeof COLUMN)[Fields[Name]['unit']]
  >;
};

/** The fields of a pledge besides its keys, which never change. */
export type PledgeValues = {
  readonly [Name in keyof Fields & string as Fields[Name]['unit'] extends 'address'
    ? never
    : CamelCase<Name>]: PledgeColumns[CamelCase<Name>][number];
};

const CHANGING = NAMED.filter(({ unit }) => unit !== 'address').map(({ name }) => name);

export function pledgeColumns(rows: number): PledgeColumns {
  return Object.fromEntries(
    NAMED.map(({ name, unit }) => [name, COLUMN[unit](rows)]),
  ) as unknown as PledgeColumns;
}

/** Bytes of one row in all columns. */
export const ROW_BYTES = NAMED.reduce((sum, { unit }) => sum + COLUMN[unit](1).byteLength, 0);

/** Room for some rows and for a few more. */
export function roomFor(rows: number): number {
  return rows + Math.max(FIRST_ROWS, rows >> GROWTH_SHIFT);
}

/** The same columns with room for more rows. */
export function grown(columns: PledgeColumns): PledgeColumns {
  const larger = pledgeColumns(roomFor(columns.closed.length));
  for (const { name } of NAMED) (larger[name] as Uint8Array).set(columns[name] as Uint8Array);
  return larger;
}

/** Writes every field of a row; keys are raw bytes. */
export function writeRow(
  columns: PledgeColumns,
  row: number,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const { name, unit } of NAMED) {
    const value = values[name];
    if (unit === 'address') setKey(columns[name] as Uint8Array, row, value as Uint8Array);
    else (columns[name] as Column)[row] = unit === 'flag' ? Number(value) : (value as never);
  }
}

/** Every field of a row but `closed`, with keys as text; in an earlier state if one is given. */
export function readRow(
  columns: PledgeColumns,
  row: number,
  earlier: Partial<PledgeValues> = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, unit } of NAMED) {
    if (name === 'closed') continue;
    const column = columns[name];
    if (unit === 'address') values[name] = pubkeyFromBytes(keyAt(column as Uint8Array, row));
    else {
      const value = earlier[name as keyof PledgeValues] ?? column[row];
      values[name] = unit === 'flag' ? value === 1 : value;
    }
  }
  return values;
}

/** The fields of a row that can change, as the columns have them. */
export function readValues(columns: PledgeColumns, row: number): PledgeValues {
  return Object.fromEntries(CHANGING.map((name) => [name, columns[name][row]])) as unknown as PledgeValues;
}

export function keyAt(column: Uint8Array, row: number): Uint8Array {
  return column.subarray(row * KEY_BYTES, (row + 1) * KEY_BYTES);
}

function setKey(column: Uint8Array, row: number, key: Uint8Array): void {
  column.set(key, row * KEY_BYTES);
}

/** Compares a key with the key of a row by bytes: ClickHouse's order of FixedString. */
export function compareKey(key: Uint8Array, column: Uint8Array, row: number): number {
  const start = row * KEY_BYTES;
  for (let index = 0; index < KEY_BYTES; index++) {
    const difference = (key[index] as number) - (column[start + index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
