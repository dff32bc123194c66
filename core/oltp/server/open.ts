import { Client, Pool, type PoolClient, type QueryResult } from 'pg';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { StatementStats } from '../../kernel/metrics/statements.ts';
import { SharedObjects } from '../../kernel/shared-objects.ts';
import { tracedStatement } from '../../kernel/tracing.ts';
import { againOnCollision } from '../collisions.ts';
import type { Oltp, Queries, TransactionOptions } from '../port.ts';
import { rejected, type Target } from '../rejection.ts';
import { parseRows, sentValues } from '../rows.ts';
import { clientFailure } from './failure.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
/** The server cancels a statement; if the server does not respond, the client gives up a little later. */
const STATEMENT_MS = 8_000;
const SILENCE_MS = 9_000;
const LOCK_MS = 6_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

export interface ServerOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * A PostgreSQL server, contacted once before it is used.
 * @throws OLTP_UNREACHABLE, OLTP_ACCESS_REFUSED, OLTP_DATABASE_MISSING
 */
export async function openServer({ databaseUrl, logger }: ServerOptions): Promise<Oltp> {
  const target = targetOf(databaseUrl);
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'launchlens',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser: () => (text: string | Buffer) => text },
  });
  // Errors of idle connections; the pool drops them, and the next statement opens a new one.
  pool.on('error', (error) => {
    logger.warn({ reason: clientFailure(target, error).message }, 'a resting connection to PostgreSQL broke');
  });
  const store = serverStore(pool, target);
  await store.run('SELECT 1').catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  logger.debug({ server: target.target }, 'opened the PostgreSQL server');
  return store;
}

function serverStore(pool: Pool, server: Target): Oltp {
  const shared = new SharedObjects();
  const stats = shared.one(StatementStats, 'postgres');
  const target = { ...server, stats };
  let closing: Promise<void> | undefined;
  const open = (): Pool => {
    if (closing) throw new LaunchlensError('OLTP_CLOSED', {});
    return pool;
  };
  return {
    kind: 'server',
    shared,
    ...queriesOf(sender(target, (sql, values) => open().query(sql, values))),
    transaction: (work, options) => againOnCollision(() => transact(open(), target, work, options), stats),
    writes: () => undefined,
    describe: () => `PostgreSQL at ${target.target}, database ${target.database}`,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

type Send = (sql: string, values?: unknown[]) => Promise<QueryResult>;

function queriesOf(send: Send): Queries {
  return {
    query: async (sql, values, row) => parseRows(row, (await send(sql, sentValues(values))).rows),
    run: async (sql, values = []) => (await send(sql, sentValues(values))).rowCount ?? 0,
    script: async (sql) => {
      await send(sql);
    },
  };
}

interface MeasuredTarget extends Target {
  readonly stats: StatementStats;
}

/** The same, measured, and failing with coded errors. */
function sender(target: MeasuredTarget, send: Send): Send {
  const attempt: Send = async (sql, values) => {
    try {
      return await send(sql, values);
    } catch (error) {
      throw clientFailure(target, error);
    }
  };
  return (sql, values) =>
    tracedStatement('postgresql', sql, () => target.stats.measure(() => attempt(sql, values)));
}

async function transact<Value>(
  pool: Pool,
  target: MeasuredTarget,
  work: (queries: Queries) => Promise<Value>,
  { isolation = 'read committed' }: TransactionOptions = {},
): Promise<Value> {
  const client = await connect(pool, target);
  const send = sender(target, (sql, values) => client.query(sql, values));
  // A connection that breaks between two statements emits an error; the next statement fails anyway.
  client.on('error', ignore);
  let ended = false;
  try {
    await send(`BEGIN ISOLATION LEVEL ${isolation}`);
    const value = await work(queriesOf(send));
    const { command } = await send('COMMIT');
    ended = true;
    // PostgreSQL's answer if a statement failed and the work continued as if it had not.
    if (command === 'ROLLBACK') throw rejected(target, { sqlState: '25P02' });
    return value;
  } catch (error) {
    ended ||= await send('ROLLBACK').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    // A connection that could not end its transaction must not return to the pool.
    client.off('error', ignore);
    client.release(!ended);
  }
}

function ignore(): void {}

async function connect(pool: Pool, target: Target): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw clientFailure(target, error);
  }
}

/** Parsed by the client itself, which knows every form of the URL; it does not connect. @throws SETTING_MALFORMED */
function targetOf(databaseUrl: string): Target {
  try {
    const { host, port, user = '', database = '' } = new Client({ connectionString: databaseUrl });
    return { target: host.startsWith('/') ? host : `${host}:${port}`, user, database };
  } catch (cause) {
    const expected = 'a postgres:// URL with a user, a host and a database';
    throw new LaunchlensError('SETTING_MALFORMED', { name: 'DATABASE_URL', expected }, cause);
  }
}
