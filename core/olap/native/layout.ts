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
type Storage =
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
function storageOf(name: string, type: string): Storage {
  const simple = SIMPLE[type];
  if (simple) return simple;
  const length = FIXED_STRING.exec(type)?.[1];
  if (length !== undefined) return { kind: 'bytes', width: Number(length), nullable: false };
  if (/^Enum8\(.+\)$/.test(type)) return signed(1);
  if (/^DateTime64\(.+\)$/.test(type)) return signed(8);
  throw new LaunchlensError('COLUMN_TYPE_UNSUPPORTED', { name, type });
}

/**
 * Where one column is in a block. All fixed-width columns share one buffer, column after column: the value of
 * `row` is at `capacity * prefix + row * storage.width`, so code that fills many columns loads only two fields.
 */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly storage: Storage;
  /** Bytes per row in the columns before this one. */
  readonly prefix: number;
  /** The same for the column's presence bytes (1 = a value, 0 = NULL), or -1 if it is not nullable. */
  readonly presencePrefix: number;
  /** Index among the string columns, or -1. */
  readonly stringIndex: number;
}

/** The columns of a table in the order in which they are sent. */
export interface BlockLayout<Name extends string = string> {
  readonly columns: readonly Column[];
  readonly byName: Readonly<Record<Name, Column>>;
  /** Bytes of one row in the fixed-width buffer. */
  readonly rowWidth: number;
  readonly stringCount: number;
}

/**
 * Declares the columns of a block by name and ClickHouse type.
 * @example const slots = defineLayout({ slot: 'UInt64', blockhash: 'String', block_time: 'Nullable(Int64)' });
 * @throws COLUMN_TYPE_UNSUPPORTED
 */
export function defineLayout<Name extends string>(
  types: Readonly<Record<Name, ColumnType>>,
): BlockLayout<Name> {
  const columns: Column[] = [];
  let rowWidth = 0;
  let stringCount = 0;
  for (const [name, type] of Object.entries<ColumnType>(types)) {
    const storage = storageOf(name, type);
    const prefix = rowWidth;
    rowWidth += storage.width;
    const presencePrefix = storage.nullable ? rowWidth++ : -1;
    const stringIndex = storage.kind === 'string' ? stringCount++ : -1;
    columns.push({ name, type, storage, prefix, presencePrefix, stringIndex });
  }
  const byName = Object.fromEntries(columns.map((column) => [column.name, column])) as Record<Name, Column>;
  return { columns, byName, rowWidth, stringCount };
}

/** @throws COLUMN_UNKNOWN */
export function columnOf(layout: BlockLayout, name: string): Column {
  const column = layout.byName[name];
  if (column === undefined) throw new LaunchlensError('COLUMN_UNKNOWN', { name });
  return column;
}
