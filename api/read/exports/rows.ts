import type { AccountFields, Unit } from '../../../schemas/accounts/field.ts';

/** How a value is written; a CSV line holds it as text. */
export type FieldKind =
  /** Text that no format has to escape: base58, names of states, times. */
  | 'text'
  /** Any other text: always within quotes in a CSV line. */
  | 'quoted'
  /** JSON, of a value that has parts: within quotes in a CSV line. */
  | 'json'
  /** On-chain u64: a string in JSON, so that no client loses a digit. */
  | 'amount'
  /** i64: a string in JSON. */
  | 'signed'
  /** Integers of more than 64 bits: a string in JSON and in Parquet. */
  | 'wide'
  /** u64 that JSON carries as an integer: a slot. */
  | 'slot'
  /** i64, Unix seconds: an integer in JSON, exact at any size. */
  | 'seconds'
  /** u32. */
  | 'count'
  /** i32. */
  | 'small'
  /** f64; a string in JSON if it is not finite. */
  | 'float'
  /** `true` or `false`. */
  | 'flag';

export interface ExportField {
  readonly name: string;
  readonly kind: FieldKind;
  /** An empty CSV cell means null; empty text within quotes does not. */
  readonly nullable?: true;
}

const KIND_OF_UNIT: Readonly<Record<Unit, FieldKind>> = {
  address: 'text',
  base_units: 'amount',
  count: 'count',
  flag: 'flag',
  id: 'amount',
  seconds: 'count',
  status: 'count',
  unix_time: 'seconds',
};

/** How the fields of an account are written, in the order of their declaration. */
export function kindsOf<const Fields extends AccountFields>(
  fields: Fields,
): Readonly<Record<keyof Fields & string, { readonly kind: FieldKind }>> {
  const kinds = Object.entries(fields).map(([name, { unit }]) => [name, { kind: KIND_OF_UNIT[unit] }]);
  return Object.fromEntries(kinds);
}

/** Identifies a set of rows, independent of order and format. */
export interface RowsDigest {
  readonly rows: number;
  /** The sum of the SHA-256 of every row's CSV line, as big-endian integers, modulo 2^256. */
  readonly sum: bigint;
}

/**
 * Rows as CSV lines joined by line feeds: one text is parsed and released much faster than a value per cell. Cells
 * within quotes may have line feeds of their own. `sum` covers only these rows.
 */
export interface ExportPage extends RowsDigest {
  readonly lines: string;
}

/** The rows of one listing at one slot. */
export interface ExportRows {
  readonly fields: readonly ExportField[];
  digest(signal: AbortSignal): Promise<RowsDigest>;
  /** Every row once, in pages of bounded size, each read on demand. */
  pages(signal: AbortSignal): AsyncIterable<ExportPage>;
}
