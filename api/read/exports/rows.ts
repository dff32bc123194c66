import type { AccountFields, Unit } from '../../../schemas/accounts/field.ts';

/** How a value is written; a CSV line holds it as text. */
export type FieldKind =
  /** Letters and digits that no format has to escape: base58, names of states, times. */
  | 'text'
  /** u64 of the chain: a string in JSON, so that no client loses a digit. */
  | 'amount'
  /** u64 that JSON carries as an integer: a slot. */
  | 'slot'
  /** i64, Unix seconds: an integer in JSON, exact at any size. */
  | 'seconds'
  /** u32. */
  | 'count'
  /** `true` or `false`. */
  | 'flag';

export interface ExportField {
  readonly name: string;
  readonly kind: FieldKind;
  /** An empty cell of a CSV line is then null. */
  readonly nullable?: true;
}

const KIND_OF_UNIT: Readonly<Record<Unit, FieldKind>> = {
  address: 'text',
  base_units: 'amount',
  count: 'count',
  flag: 'flag',
  launch_id: 'amount',
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

/** What identifies a set of rows, whatever their order and the format that they are written in. */
export interface RowsDigest {
  readonly rows: number;
  /** The sum of the SHA-256 of every row's CSV line, as big-endian integers, modulo 2^256. */
  readonly sum: bigint;
}

/**
 * Rows that come together, as their CSV lines with a line feed between them: one text is parsed and let go much
 * faster than a value for each cell. `sum` is over these rows alone.
 */
export interface ExportPage extends RowsDigest {
  readonly lines: string;
}

/** The rows of one listing at one slot. */
export interface ExportRows {
  readonly fields: readonly ExportField[];
  digest(signal: AbortSignal): Promise<RowsDigest>;
  /** Every row once, in pages of bounded size, each read when it is asked for. */
  pages(signal: AbortSignal): AsyncIterable<ExportPage>;
}
