import { z } from 'zod';
import type { ColumnType, OlapLane, SqlParameters, Statement } from '../../core/olap/port.ts';
import type { FrozenTable } from './frozen.ts';

/** A range of a table in its order: the rows of one file. */
export interface Chunk {
  /** `FROM`, `WHERE`, `ORDER BY` and `LIMIT`. */
  readonly from: string;
  readonly parameters: SqlParameters;
}

/**
 * Splits a frozen table into ranges of at most `rows` rows. Tables with a key are split by key, so that a range
 * is found without reading those before it; small tables without a key are split by counting.
 */
export async function* chunksOf(lane: OlapLane, table: FrozenTable, rows: number): AsyncGenerator<Chunk> {
  if (table.key) yield* byKey(lane, table, { key: table.key, rows });
  else yield* byCount(lane, table, rows);
}

async function* byCount(lane: OlapLane, table: FrozenTable, rows: number): AsyncGenerator<Chunk> {
  const { from, parameters } = table;
  const order = [table.sorting, ...table.columns.map(({ name }) => name)]
    .filter((part) => part !== '')
    .join(', ');
  const countRow = z.object({ rows: z.coerce.number() });
  const [count] = await lane.query({ sql: `SELECT count() AS rows FROM ${from}`, parameters }, countRow);
  for (let done = 0; done < (count?.rows ?? 0); done += rows) {
    yield { from: `${from} ORDER BY ${order} LIMIT ${rows} OFFSET ${done}`, parameters };
  }
}

interface ByKey {
  readonly key: readonly ColumnType[];
  readonly rows: number;
}

const keyRow = z.record(z.string(), z.string());

async function* byKey(lane: OlapLane, table: FrozenTable, { key, rows }: ByKey): AsyncGenerator<Chunk> {
  const order = key.map(({ name }) => name).join(', ');
  const shown = key.map(({ name, type }) => `${shownAs(name, type)} AS shown_${name}`).join(', ');
  const bound = table.from.includes(' WHERE ') ? 'AND' : 'WHERE';
  let after: Readonly<Record<string, string>> | undefined;
  for (;;) {
    const lower = after ? beyond(key, after, 'after') : undefined;
    const where = lower ? `${table.from} ${bound} ${lower.sql}` : table.from;
    const parameters = { ...table.parameters, ...lower?.parameters };
    const last: Statement = {
      sql: `SELECT ${shown} FROM ${where} ORDER BY ${order} LIMIT 1 OFFSET ${rows - 1}`,
      parameters,
    };
    const [end] = await lane.query(last, keyRow);
    if (!end) {
      yield { from: `${where} ORDER BY ${order}`, parameters };
      return;
    }
    after = Object.fromEntries(key.map(({ name }) => [name, end[`shown_${name}`] ?? '']));
    yield { from: `${where} ORDER BY ${order} LIMIT ${rows}`, parameters };
  }
}

/** `(a, b) > (x, y)` in a form that the primary index can use. */
function beyond(key: readonly ColumnType[], values: Readonly<Record<string, string>>, prefix: string) {
  const bound = ({ name, type }: ColumnType): string => boundAs(`${prefix}_${name}`, type);
  const parts = key.map((column, index) => {
    const equal = key.slice(0, index).map((before) => `${before.name} = ${bound(before)}`);
    return `(${[...equal, `${column.name} > ${bound(column)}`].join(' AND ')})`;
  });
  const parameters = Object.fromEntries(key.map(({ name }) => [`${prefix}_${name}`, values[name] ?? '']));
  return { sql: `(${parts.join(' OR ')})`, parameters };
}

/** A key's value as text that JSON can carry, and that text as a value again. */
function shownAs(name: string, type: string): string {
  if (isBytes(type)) return `hex(${name})`;
  return type.startsWith('DateTime64') ? `toString(toUnixTimestamp64Milli(${name}))` : `toString(${name})`;
}

function boundAs(name: string, type: string): string {
  const size = /^FixedString\((\d+)\)$/.exec(type)?.[1];
  if (size !== undefined) return `toFixedString(unhex({${name}:String}), ${size})`;
  if (isBytes(type)) return `unhex({${name}:String})`;
  if (type.startsWith('DateTime64')) return `fromUnixTimestamp64Milli(toInt64({${name}:String}), 'UTC')`;
  return type.startsWith('Enum')
    ? `CAST({${name}:String}, '${type.replaceAll("'", "\\'")}')`
    : `{${name}:${type}}`;
}

function isBytes(type: string): boolean {
  return /^(?:LowCardinality\()?(?:Fixed)?String/.test(type);
}
