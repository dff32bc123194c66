import { LaunchlensError } from '../../kernel/errors/error.ts';

type FixedType =
  | 'UInt8'
  | 'Bool'
  | 'UInt32'
  | 'UInt64'
  | 'Int64'
  | 'UInt128'
  | `FixedString(${number})`
  | `Enum8(${string})`
  | `DateTime64(${string})`;

/** ClickHouse types that column buffers hold. A LowCardinality(String) table column takes a `String`. */
export type ColumnType = FixedType | 'String' | `Nullable(${'UInt64' | 'Int64'})`;

/** How values of a type are stored in memory: little-endian, exactly as ClickHouse's Native format sends them. */
export type Storage =
  | { readonly kind: 'unsigned' | 'signed'; readonly width: number; readonly nullable: boolean }
  | { readonly kind: 'bytes'; readonly width: number; readonly nullable: false }
  | { readonly kind: 'string'; readonly width: 0; readonly nullable: false };

const unsigned = (width: number): Storage => ({ kind: 'unsigned', width, nullable: false });
const signed = (width: number): Storage => ({ kind: 'signed', width, nullable: false });

const SIMPLE: Readonly<Record<string, Storage>> = {
  UInt8: unsigned(1),
  Bool: unsigned(1),
  UInt32: unsigned(4),
  UInt64: unsigned(8),
  UInt128: unsigned(16),
  Int64: signed(8),
  String: { kind: 'string', width: 0, nullable: false },
  'Nullable(UInt64)': { kind: 'unsigned', width: 8, nullable: true },
  'Nullable(Int64)': { kind: 'signed', width: 8, nullable: true },
};

const FIXED_STRING = /^FixedString\(([1-9][0-9]{0,5})\)$/;

/** @throws COLUMN_TYPE_UNSUPPORTED */
export function storageOf(name: string, type: string): Storage {
  const simple = SIMPLE[type];
  if (simple) return simple;
  const length = FIXED_STRING.exec(type)?.[1];
  if (length !== undefined) return { kind: 'bytes', width: Number(length), nullable: false };
  if (/^Enum8\(.+\)$/.test(type)) return signed(1);
  if (/^DateTime64\(.+\)$/.test(type)) return signed(8);
  throw new LaunchlensError('COLUMN_TYPE_UNSUPPORTED', { name, type });
}
