import { createHash } from 'node:crypto';

type ColumnType = 'bytes' | 'u8' | 'u32' | 'u64' | 'i64';

/** A column of a version table, in the order in which the account holds it. */
export type Column = readonly [name: string, type: ColumnType];

/** LaunchConfig by the tables of the service specification, bytes that it does not show kept as they came. */
export const LAUNCH_COLUMNS: readonly Column[] = [
  ['header', 'bytes'],
  ['status', 'u8'],
  ['launch_id', 'u64'],
  ['authority', 'bytes'],
  ['launch_mint', 'bytes'],
  ['pledge_mint', 'bytes'],
  ['escrow_token_account', 'bytes'],
  ['min_raise', 'u64'],
  ['max_raise', 'u64'],
  ['token_allocation', 'u64'],
  ['total_pledged', 'u64'],
  ['pledger_count', 'u32'],
  ['start_ts', 'i64'],
  ['end_ts', 'i64'],
  ['release_start_ts', 'i64'],
  ['release_cliff_seconds', 'u32'],
  ['release_duration_seconds', 'u32'],
  ['max_pledge_per_wallet', 'u64'],
  ['tail', 'bytes'],
];

/** Pledge, likewise. */
export const PLEDGE_COLUMNS: readonly Column[] = [
  ['header', 'bytes'],
  ['launch_id', 'u64'],
  ['pledger', 'bytes'],
  ['amount', 'u64'],
  ['tokens_released', 'u64'],
  ['refunded', 'u8'],
  ['pledged_ts', 'i64'],
  ['tail', 'bytes'],
];

export type RowValues = Readonly<Record<string, string>>;

/** The account's bytes, made again from the columns that the index keeps; binary columns are given in hex. */
export function encodeAccount(name: string, columns: readonly Column[], values: RowValues): Buffer {
  const discriminator = createHash('sha256').update(`account:${name}`).digest().subarray(0, 8);
  return Buffer.concat([
    discriminator,
    ...columns.map(([column, type]) => encode(type, values[column] ?? '')),
  ]);
}

function encode(type: ColumnType, value: string): Buffer {
  if (type === 'bytes') return Buffer.from(value, 'hex');
  if (type === 'u8') return Buffer.of(Number(value));
  const bytes = Buffer.alloc(type === 'u32' ? 4 : 8);
  if (type === 'u32') bytes.writeUInt32LE(Number(value));
  else if (type === 'u64') bytes.writeBigUInt64LE(BigInt(value));
  else bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}
