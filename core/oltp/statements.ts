import { type ZodType, z } from 'zod';
import { snakeCase } from '../../schemas/letter-case.ts';
import type { Queries, SqlValue } from './port.ts';

/** How the values of PostgreSQL columns arrive, for row schemas: as text. */

/** bigint, numeric without fraction: parsed to bigint. */
export const integerColumn = z
  .string()
  .regex(/^-?[0-9]{1,80}$/)
  .transform((text) => BigInt(text));

/** integer, smallint, and counts that stay small: parsed to a number. */
export const smallColumn = z
  .string()
  .regex(/^-?[0-9]{1,15}$/)
  .transform(Number);

/** boolean. */
export const booleanColumn = z.enum(['t', 'f']).transform((text) => text === 't');

/** timestamptz, parsed to milliseconds since the Unix epoch. */
export const timestampColumn = z
  .string()
  .regex(/^\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/)
  .transform((text) => Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
  .refine((milliseconds) => !Number.isNaN(milliseconds), { error: 'no time' });

/** bytea, as its digits in hex. */
export const bytesColumn = z
  .string()
  .regex(/^\\x(?:[0-9a-f]{2})*$/)
  .transform((text) => text.slice(2));

/** A list of plain names in a text array; `known` parses it. */
export function namesColumn<Names>(known: z.ZodType<Names, readonly string[]>) {
  return z
    .string()
    .regex(/^\{[\w.,]+\}$/)
    .transform((text): readonly string[] => text.slice(1, -1).split(','))
    .pipe(known);
}

/** jsonb, with a record's shape. */
export function jsonColumn<Value>(shape: z.ZodType<Value>) {
  return z.string().transform((text) => shape.parse(JSON.parse(text)));
}

type Columns = Readonly<Record<string, z.ZodType<unknown, string | null>>>;

type Field<Column> = null extends Column ? Exclude<Column, null> | undefined : Column;

/** What the columns of a row are parsed to: `createdAt` is read from `created_at`, and NULL is undefined. */
export type Fields<Shape extends Columns> = { readonly [Name in keyof Shape]: Field<z.output<Shape[Name]>> };

/** Columns of a table, declared once: for the statement that reads them, and for parsing and typing its rows. */
export function record<Shape extends Columns>(shape: Shape) {
  const fields = Object.entries(shape).map(([field, column]) => ({ field, name: snakeCase(field), column }));
  const row = z
    .object(Object.fromEntries(fields.map(({ name, column }) => [name, column])))
    .transform(
      (found) =>
        Object.fromEntries(
          fields.map(({ field, name }) => [field, found[name] ?? undefined]),
        ) as Fields<Shape>,
    );
  /** For a statement: `id, created_at`. */
  const columns = fields.map(({ name }) => name).join(', ');
  return { shape, columns, row };
}

/** Statements that many tables need. */

/** The first row of an answer. */
export async function first<Row>(
  queries: Pick<Queries, 'query'>,
  sql: string,
  values: readonly SqlValue[],
  row: ZodType<Row>,
): Promise<Row | undefined> {
  return (await queries.query(sql, values, row))[0];
}

const countRow = z.object({ count: smallColumn });

/** The answer to `SELECT count(*) FROM …`. */
export async function count(queries: Queries, sql: string, values: readonly SqlValue[]): Promise<number> {
  return (await first(queries, sql, values, countRow))?.count ?? 0;
}

const earliestRow = z.object({ earliest: timestampColumn.nullable() });

/** The answer to `SELECT min(…) AS earliest FROM …`, in Unix milliseconds; Infinity if there is none. */
export async function earliest(queries: Queries, sql: string): Promise<number> {
  return (await first(queries, sql, [], earliestRow))?.earliest ?? Number.POSITIVE_INFINITY;
}

/**
 * The statement that inserts one row, and its values: the field `createdAt`, in Unix milliseconds, is written to
 * `created_at`.
 * @param ending such as `ON CONFLICT DO NOTHING`
 */
export function insertion(
  table: string,
  fields: Readonly<Record<string, SqlValue>>,
  ending = '',
): [sql: string, values: SqlValue[]] {
  const columns = Object.keys(fields).map(snakeCase).join(', ');
  const places = Object.keys(fields).map((_, index) => `$${index + 1}`);
  const sql = `INSERT INTO ${table} (${columns}) VALUES (${places.join(', ')}) ${ending}`;
  return [sql, Object.entries(fields).map(stored)];
}

/** Columns named `at` or `…_at` are timestamps. */
function stored([field, value]: readonly [string, SqlValue]): SqlValue {
  return typeof value === 'number' && /(?:^a|A)t$/.test(field) ? new Date(value) : value;
}

/** Holds an advisory lock of this name until the transaction ends. */
export async function lockName(queries: Queries, name: string): Promise<void> {
  await queries.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/**
 * The statement that deletes the oldest rows of a table up to a limit, skipping rows that other transactions lock.
 * @param key the primary key
 */
export function deletionOf(
  { table, key, where, oldest }: { table: string; key: string; where: string; oldest: string },
  limit: string,
): string {
  return `DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${oldest} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Deletes the ten rows that expired first. Whoever adds a row does this before, so the number of expired rows stays
 * bounded. @param and a further condition for deleting a row
 */
export async function sweep(
  queries: Queries,
  {
    table,
    key,
    time = 'expires_at',
    and = 'true',
  }: { table: string; key: string; time?: string; and?: string },
  now: number,
): Promise<void> {
  const expired = { table, key, where: `${time} < $1 AND ${and}`, oldest: time };
  await queries.run(deletionOf(expired, '10'), [new Date(now)]);
}
