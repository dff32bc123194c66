import { createHash } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { hex256 } from '../kernel/hex256.ts';
import type { Logger } from '../kernel/logger.ts';
import { lockSchema, migrateDecisions } from './migrate.ts';
import type { Oltp, Queries } from './port.ts';
import { count } from './statements.ts';

const ROWS_AT_ONCE = 500;

/** What a table contained on both sides. */
export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Sum modulo 2^256 of the SHA-256 of every row, in hex: independent of the order of rows. */
  readonly digest: string;
}

const nameRow = z.object({ name: z.string() });
const lineRow = z.object({ line: z.string() });
const keyRow = z.object({ owner: z.string(), name: z.string(), definition: z.string() });
const sequenceRow = z.object({ name: z.string(), last: z.string() });

/** The migrations write the steps themselves. */
const TABLES = `SELECT quote_ident(tablename) AS name FROM pg_tables
  WHERE schemaname = current_schema() AND tablename <> 'schema_migrations' ORDER BY tablename`;
const FOREIGN_KEYS = `SELECT conrelid::regclass::text AS owner, quote_ident(conname) AS name,
    pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`;
const SEQUENCES = `SELECT quote_ident(sequencename) AS name, last_value AS last FROM pg_sequences
  WHERE schemaname = current_schema() AND last_value IS NOT NULL`;
/** With these, equal rows have equal text everywhere. */
const ONE_TEXT = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'`;

/**
 * Copies every row and sequence into an empty database, reads it back and compares, in one transaction: either
 * everything is there afterwards, or the database is as empty as before. `from` must be at the current schema.
 * @throws OLTP_MOVE_REFUSED, OLTP_MOVE_DIFFERS
 */
export function copyDecisions(
  from: Oltp,
  to: Oltp,
  { logger }: { readonly logger: Logger },
): Promise<readonly MovedTable[]> {
  return to.transaction(async (target) => {
    await lockSchema(target);
    if ((await count(target, `SELECT count(*) FROM (${TABLES}) AS tables`, [])) > 0) {
      const reason = `${to.describe()} already has tables. Create a new database, and name it in DATABASE_URL`;
      throw new LaunchlensError('OLTP_MOVE_REFUSED', { reason });
    }
    await migrateDecisions({ ...target, transaction: (work) => work(target) }, { logger });
    return from.transaction((source) => copyAll(source, target));
  });
}

async function copyAll(source: Queries, target: Queries): Promise<readonly MovedTable[]> {
  for (const side of [source, target]) await side.script(ONE_TEXT);
  const tables = (await source.query(TABLES, [], nameRow)).map(({ name }) => name);
  const keys = await target.query(FOREIGN_KEYS, [], keyRow);
  for (const { owner, name } of keys) await target.run(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
  // A few tables begin with rows that their migration wrote.
  await target.run(`TRUNCATE ${tables.join(', ')}`);
  const moved: MovedTable[] = [];
  for (const table of tables) moved.push(await copyTable(source, target, table));
  for (const { owner, name, definition } of keys)
    await target.run(`ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`);
  for (const { name, last } of await source.query(SEQUENCES, [], sequenceRow))
    await target.run('SELECT setval($1::text::regclass, $2::bigint)', [name, last]);
  return moved;
}

async function copyTable(source: Queries, target: Queries, table: string): Promise<MovedTable> {
  const insert = `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
    SELECT (line::${table}).* FROM unnest($1::text[]) AS lines (line)`;
  const sent = new RowSum();
  for await (const lines of linesOf(source, table)) {
    await target.run(insert, [lines]);
    sent.add(lines);
  }
  const arrived = new RowSum();
  for await (const lines of linesOf(target, table)) arrived.add(lines);
  const { rows, digest } = sent;
  if (arrived.rows !== rows || arrived.digest !== digest)
    throw new LaunchlensError('OLTP_MOVE_DIFFERS', { table, rows, arrived: arrived.rows });
  return { table, rows, digest };
}

/** Every row as PostgreSQL's own text of it, a page at a time. */
async function* linesOf(queries: Queries, table: string): AsyncGenerator<readonly string[]> {
  await queries.run(`DECLARE lines NO SCROLL CURSOR FOR SELECT t::text AS line FROM ${table} AS t`);
  for (;;) {
    const page = await queries.query(`FETCH ${ROWS_AT_ONCE} FROM lines`, [], lineRow);
    if (page.length === 0) break;
    yield page.map(({ line }) => line);
  }
  await queries.run('CLOSE lines');
}

class RowSum {
  rows = 0;
  #sum = 0n;

  add(lines: readonly string[]): void {
    this.rows += lines.length;
    for (const line of lines) this.#sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
  }

  get digest(): string {
    return hex256(this.#sum);
  }
}
