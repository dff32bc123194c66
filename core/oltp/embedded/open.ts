import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { StatementStats } from '../../kernel/metrics/statements.ts';
import { SharedObjects } from '../../kernel/shared-objects.ts';
import { tracedStatement } from '../../kernel/tracing.ts';
import { againOnCollision } from '../collisions.ts';
import type { Oltp, Queries, SqlValue, TransactionOptions } from '../port.ts';
import { rejected, type Target } from '../rejection.ts';
import { parseRows, sentValues } from '../rows.ts';
import { filesVersion, lockDirectory, unusable } from './directory-lock.ts';
import { DurableFiles, START_PARAMETERS } from './durable-files.ts';
import { writeEmptyStore } from './empty-store.ts';
import { movedTo } from './moved.ts';

/** Files of another version would need a dump and a restore. */
const FILES_VERSION = '18';

/**
 * PGlite, PostgreSQL inside this process, over `DATA_DIR/postgres`. It has one connection: statements wait for each
 * other, and for the transaction under way.
 * @throws OLTP_DIRECTORY_BUSY, OLTP_DIRECTORY_UNUSABLE, OLTP_MOVED
 */
export async function openEmbedded(options: { dataDir: string; logger: Logger }): Promise<Oltp> {
  const directory = join(options.dataDir, 'postgres');
  const lock = await lockDirectory(options.dataDir, directory);
  try {
    const version = await filesVersion(directory);
    if (version !== undefined && version !== FILES_VERSION) {
      throw unusable(directory, `its files are of PostgreSQL ${version}, not ${FILES_VERSION}`);
    }
    const target = await movedTo(directory);
    if (target !== undefined) throw new LaunchlensError('OLTP_MOVED', { directory, target });
    if (version === undefined) await writeEmptyStore(directory);
    const engine = await openEngine(directory);
    options.logger.debug({ directory }, 'opened the embedded PostgreSQL');
    return embeddedStore(engine, directory, lock.release);
  } catch (error) {
    await lock.release();
    throw error instanceof LaunchlensError ? error : unusable(directory, error);
  }
}

async function openEngine(directory: string): Promise<PGlite> {
  const engine = await PGlite.create({
    fs: new DurableFiles(directory),
    startParams: START_PARAMETERS,
  });
  // As with a server, values arrive as text: a bigint must never pass through a double.
  for (const type of Object.keys(engine.parsers)) engine.parsers[type] = (text) => text;
  return engine;
}

function embeddedStore(engine: PGlite, directory: string, released: () => Promise<void>): Oltp {
  const shared = new SharedObjects();
  const stats = shared.one(StatementStats, 'postgres');
  const target: MeasuredTarget = {
    target: `embedded PGlite in ${directory}`,
    user: 'postgres',
    database: 'postgres',
    stats,
    writes: 0,
  };
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const counted = <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (closing) return Promise.reject(new LaunchlensError('OLTP_CLOSED', {}));
    const settled = work().finally(() => running.delete(settled));
    running.add(settled);
    return settled;
  };
  const close = async (): Promise<void> => {
    await Promise.allSettled(running);
    await engine.close();
    await released();
  };
  const queries = queriesOf(target, engine);
  return {
    kind: 'embedded',
    shared,
    query: (sql, values, row) => counted(() => queries.query(sql, values, row)),
    run: (sql, values) => counted(() => queries.run(sql, values)),
    script: (sql) => counted(() => queries.script(sql)),
    transaction: (work, options) =>
      counted(() => againOnCollision(() => transact(engine, target, work, options), stats)),
    writes: () => target.writes,
    describe: () => target.target,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface MeasuredTarget extends Target {
  readonly stats: StatementStats;
  /** Statements that wrote. */
  writes: number;
}

function queriesOf(
  target: MeasuredTarget,
  connection: Pick<PGlite | Transaction, 'query' | 'exec'>,
): Queries {
  const send = async (sql: string, values: readonly SqlValue[]) => {
    const result = await measured(target, sql, () => connection.query(sql, sentValues(values)));
    if (result.affectedRows) target.writes += 1;
    return result;
  };
  return {
    query: async (sql, values, row) => parseRows(row, (await send(sql, values)).rows),
    run: async (sql, values = []) => (await send(sql, values)).affectedRows ?? 0,
    script: async (sql) => {
      await measured(target, sql, () => connection.exec(sql));
      target.writes += 1;
    },
  };
}

async function transact<Value>(
  engine: PGlite,
  target: MeasuredTarget,
  work: (queries: Queries) => Promise<Value>,
  { isolation = 'read committed' }: TransactionOptions = {},
): Promise<Value> {
  return failing(target, () =>
    engine.transaction(async (transaction) => {
      const queries = queriesOf(target, transaction);
      await queries.run(`SET TRANSACTION ISOLATION LEVEL ${isolation}`);
      return work(queries);
    }),
  );
}

/** Measures one statement. */
function measured<Value>(target: MeasuredTarget, sql: string, work: () => Promise<Value>): Promise<Value> {
  return tracedStatement('postgresql', sql, () => target.stats.measure(() => failing(target, work)));
}

/** Maps the engine's errors to codes; everything else is passed on. */
async function failing<Value>(target: Target, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const sqlState = sqlStateOf(error);
    if (sqlState === undefined) throw error;
    throw rejected(target, { sqlState, constraint: constraintOf(error) }, error);
  }
}

const ABORTED = '25P02';

function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TransactionAbortedError') return ABORTED;
  return 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : undefined;
}

function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined;
}
