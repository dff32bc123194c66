import { z } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import type { Logger } from '../kernel/logger.ts';
import { type Migration, readMigrationFiles } from '../kernel/migration-files.ts';
import type { Oltp, Queries } from './port.ts';
import { booleanColumn, smallColumn } from './statements.ts';

const DIRECTORY = new URL('../../schemas/postgres/', import.meta.url);
/** Processes that start together apply the migrations one after another. Any number that nobody else locks. */
const LOCK = 7_310_579_301n;

export interface MigrateOptions {
  readonly logger: Logger;
  readonly migrations?: readonly Migration[];
}

export interface MigrateResult {
  /** Numbers of the migrations applied now, in order. */
  readonly applied: readonly number[];
  /** Version of the schema afterwards. */
  readonly current: number;
}

const appliedRow = z.object({ number: smallColumn, checksum: z.string() });
const existsRow = z.object({ found: booleanColumn });

const STEPS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** Read from the catalogue itself: `to_regclass` may return what the connection knew before it waited. */
const TABLE_EXISTS = `SELECT EXISTS (
  SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migrations'
) AS found`;

/**
 * Upgrades the schema to the newest known version. All missing migrations run in one transaction, so a crash
 * leaves the schema unchanged. Safe to repeat, and from many processes at once.
 * @throws OLTP_SCHEMA_NEWER, OLTP_MIGRATION_CHANGED
 */
export async function migrateDecisions(
  oltp: Queries & Pick<Oltp, 'transaction'>,
  options: MigrateOptions,
): Promise<MigrateResult> {
  const known = options.migrations ?? (await readDecisionMigrations());
  const current = known.at(-1)?.number ?? 0;
  if ((await missingSteps(oltp, known)).length === 0) return { applied: [], current };
  const applied = await oltp.transaction(async (queries) => {
    await lockSchema(queries);
    const missing = await missingSteps(queries, known);
    if (missing.length > 0) await queries.run(STEPS_TABLE);
    for (const step of missing) await take(queries, step);
    return missing.map(({ number }) => number);
  });
  if (applied.length > 0)
    options.logger.info({ steps: applied.length, current }, 'brought the schema of decisions up to date');
  return { applied, current };
}

/** Until the transaction ends, no other process changes the schema. */
export async function lockSchema(queries: Queries): Promise<void> {
  await queries.run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

/** Every migration in `schemas/postgres/`, in order. */
export function readDecisionMigrations(): Promise<Migration[]> {
  return readMigrationFiles(DIRECTORY);
}

/** Numbers of the known migrations that are not applied yet. @throws OLTP_SCHEMA_NEWER, OLTP_MIGRATION_CHANGED */
export async function pendingDecisionMigrations(oltp: Oltp): Promise<number[]> {
  return (await missingSteps(oltp, await readDecisionMigrations())).map(({ number }) => number);
}

async function missingSteps(queries: Queries, known: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedSteps(queries);
  const newest = Math.max(0, ...applied.keys());
  const last = known.at(-1)?.number ?? 0;
  if (newest > last) throw new LaunchlensError('OLTP_SCHEMA_NEWER', { found: newest, known: last });
  for (const { number, name, checksum } of known) {
    const recorded = applied.get(number);
    if (recorded !== undefined && recorded !== checksum)
      throw new LaunchlensError('OLTP_MIGRATION_CHANGED', { number, name });
  }
  return known.filter(({ number }) => !applied.has(number));
}

async function appliedSteps(queries: Queries): Promise<ReadonlyMap<number, string>> {
  const [table] = await queries.query(TABLE_EXISTS, [], existsRow);
  if (!table?.found) return new Map();
  const rows = await queries.query('SELECT number, checksum FROM schema_migrations', [], appliedRow);
  return new Map(rows.map(({ number, checksum }) => [number, checksum]));
}

async function take(queries: Queries, { number, name, sql, checksum }: Migration): Promise<void> {
  await queries.script(sql);
  await queries.run('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}
