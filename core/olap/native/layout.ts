import { LaunchlensError } from '../../kernel/errors/error.ts';
import { type ColumnType, type Storage, storageOf } from './column-type.ts';

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
