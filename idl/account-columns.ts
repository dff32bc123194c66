import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { AccountLayout, FieldLayout, FieldType } from './layout.ts';

/** A ClickHouse type that stores a field's bytes unchanged: both sides are little-endian. */
export type AccountColumnType =
  | NonNullable<(typeof COLUMN_TYPES)[keyof typeof COLUMN_TYPES]>
  | `FixedString(${number})`;

const COLUMN_TYPES = {
  u16: undefined,
  bool: 'UInt8',
  u8: 'UInt8',
  u32: 'UInt32',
  u64: 'UInt64',
  u128: 'UInt128',
  i64: 'Int64',
  pubkey: 'FixedString(32)',
} as const satisfies Readonly<Record<Exclude<FieldType, 'bytes'>, string | undefined>>;

/** Undefined for a type that no column can store. */
export function columnType({ type, size }: FieldLayout): AccountColumnType | undefined {
  return type === 'bytes' ? `FixedString(${size})` : COLUMN_TYPES[type];
}

/**
 * One column for each field of the account, by name, in the account's order.
 * @throws IDL_TYPE_UNSUPPORTED
 */
export function accountColumns<Name extends string>(
  account: AccountLayout<Name>,
): Readonly<Record<Name, AccountColumnType>> {
  return Object.fromEntries(
    account.fields.map((field) => [field.name, requireType(account, field)]),
  ) as Record<Name, AccountColumnType>;
}

/** A SQL expression for the exact bytes of the account that a row of its columns was decoded from. */
export function accountBytesSql(account: AccountLayout): string {
  const discriminator = `unhex('${Buffer.from(account.discriminator).toString('hex')}')`;
  const fields = account.fields.map((field) =>
    requireType(account, field).startsWith('FixedString')
      ? field.name
      : `reinterpretAsFixedString(${field.name})`,
  );
  return `concat(${[discriminator, ...fields].join(', ')})`;
}

function requireType(account: AccountLayout, field: FieldLayout): AccountColumnType {
  const type = columnType(field);
  if (type !== undefined) return type;
  throw new LaunchlensError('IDL_TYPE_UNSUPPORTED', {
    account: account.name,
    field: field.name,
    type: field.type,
  });
}
