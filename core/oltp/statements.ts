import { type ZodType, z } from 'zod';
import { snakeCase } from '../../schemas/letter-case.ts';
import { smallColumn } from './columns.ts';
import type { Queries, SqlValue } from './port.ts';

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

/**
 * The statement that inserts one row, and its values: the field `createdAt` is written to `created_at`.
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
  return [sql, Object.values(fields)];
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
