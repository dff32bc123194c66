import { z } from 'zod';
import { systemClock } from '../kernel/clock.ts';
import { LaunchlensError } from '../kernel/errors/error.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Migration } from '../kernel/migration-files.ts';
import { holdLease } from './lease.ts';
import { readMigrations } from './migrations/files.ts';
import { type Olap, type OlapLane, smallColumn } from './port.ts';

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

const countRow = z.object({ found: z.string() });
const appliedRow = z.object({ number: smallColumn, checksum: z.string() });

/**
 * Upgrades the schema to the newest known version. Safe to repeat, even after a crash in the middle: every statement is
 * idempotent, and a migration is recorded after its last one.
 * @throws OLAP_SCHEMA_NEWER, OLAP_MIGRATION_CHANGED
 */
export async function migrate(olap: Olap, options: MigrateOptions): Promise<MigrateResult> {
  const known = options.migrations ?? (await readMigrations());
  const current = known.at(-1)?.number ?? 0;
  if ((await pendingSteps(olap, known)).length === 0) return { applied: [], current };
  return alone(olap, known, options, async (lane) => {
    const pending = await pendingSteps(olap, known);
    const applied = pending.map(({ number }) => number);
    if (pending.length > 0) {
      // A new store is made in one go. In a store with rows each step may take long, and is recorded by itself.
      const batches = pending.length === known.length ? [pending] : pending.map((step) => [step]);
      for (const batch of batches) await lane.command({ sql: script(batch) });
      options.logger.info({ applied, current }, 'brought the schema up to date');
    }
    return { applied, current };
  });
}

/** Numbers of the known migrations that are not applied yet. @throws OLAP_SCHEMA_NEWER, OLAP_MIGRATION_CHANGED */
export async function pendingMigrations(olap: Olap, migrations?: readonly Migration[]): Promise<number[]> {
  return (await pendingSteps(olap, migrations ?? (await readMigrations()))).map(({ number }) => number);
}

async function pendingSteps(olap: Olap, known: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedSteps(olap);
  requireKnown(applied, known);
  return known.filter(({ number }) => !applied.has(number));
}

const WAIT_MS = 120_000;

/**
 * Processes that start together apply the migrations one after another. The table of leases itself may be created
 * twice.
 */
async function alone(
  olap: Olap,
  known: readonly Migration[],
  { logger }: MigrateOptions,
  work: (lane: OlapLane) => Promise<MigrateResult>,
): Promise<MigrateResult> {
  const leases = known.find(({ name }) => name === 'leases');
  if (!leases) return work(olap.writer);
  await olap.writer.command({ sql: leases.sql });
  const shutdown = { signal: AbortSignal.timeout(WAIT_MS), onClose: () => undefined };
  const lease = await holdLease({ olap, name: 'schema', clock: systemClock, logger, shutdown, wait: true });
  try {
    return await work(lease.guard(olap.writer));
  } finally {
    await lease.release();
  }
}

async function appliedSteps(olap: Olap): Promise<ReadonlyMap<number, readonly string[]>> {
  const sql = `SELECT toString(count()) AS found FROM system.tables
    WHERE database = currentDatabase() AND name = 'schema_migrations'`;
  const [table] = await olap.writer.query({ sql }, countRow);
  if (table?.found !== '1') return new Map();
  const rows = await olap.writer.query(
    { sql: 'SELECT number, checksum FROM schema_migrations ORDER BY number' },
    appliedRow,
  );
  const steps = new Map<number, string[]>();
  for (const { number, checksum } of rows) steps.set(number, [...(steps.get(number) ?? []), checksum]);
  return steps;
}

function requireKnown(applied: ReadonlyMap<number, readonly string[]>, known: readonly Migration[]): void {
  const newest = Math.max(0, ...applied.keys());
  const last = known.at(-1)?.number ?? 0;
  if (newest > last) throw new LaunchlensError('OLAP_SCHEMA_NEWER', { found: newest, known: last });
  for (const { number, name, checksum } of known) {
    if ((applied.get(number) ?? []).some((recorded) => recorded !== checksum)) {
      throw new LaunchlensError('OLAP_MIGRATION_CHANGED', { number, name });
    }
  }
}

/**
 * The steps, and then their records in one part. Names are those of files and checksums are hexadecimal: nothing to
 * escape. Not `VALUES`, because the embedded engine would go on reading them from the standard input.
 */
function script(steps: readonly Migration[]): string {
  const records = steps.map(({ number, name, checksum }) => `SELECT ${number}, '${name}', '${checksum}'`);
  return `${steps.map(({ sql }) => sql.trimEnd()).join('\n')}
INSERT INTO schema_migrations (number, name, checksum) ${records.join(' UNION ALL ')}`;
}
