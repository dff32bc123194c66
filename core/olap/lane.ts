import type { ZodType } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import type { StatementStats } from '../kernel/metrics/statements.ts';
import { tracedStatement } from '../kernel/tracing.ts';
import { rowIssues } from '../kernel/wrong-value.ts';
import type { Connection, Running } from './connection.ts';
import { splitStatements } from './migrations/files.ts';
import { createPool } from './pool.ts';
import type { OlapFiles, OlapLane, Statement } from './port.ts';

/** Parses one row of an answer. The error names the columns, never their values. @throws OLAP_BAD_ROW */
function parseRow<Row>(schema: ZodType<Row>, value: unknown): Row {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new LaunchlensError('OLAP_BAD_ROW', { detail: rowIssues(result.error) });
}

/** Parses rows written as one JSON object per line. @throws OLAP_BAD_ROW */
export function parseLines<Row>(schema: ZodType<Row>, lines: readonly string[]): Row[] {
  return lines.map((line) => parseRow(schema, parseJson(line)));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new LaunchlensError('OLAP_BAD_ROW', { detail: 'a line is not JSON' }, cause);
  }
}

export interface ClosableLane extends OlapLane {
  readonly files: OlapFiles;
  /** Resolves when every connection is closed. Running statements are cancelled, or awaited when `drain` is set. */
  close(options: { readonly drain: boolean }): Promise<void>;
}

interface Taken {
  readonly connection: Connection;
  readonly giveBack: () => void;
}

export interface LaneOptions {
  /** Its name in /metrics. */
  readonly name: string;
  readonly stats: StatementStats;
  /** Whether a connection takes several statements at once. */
  readonly takesScripts?: boolean;
}

export function createLane(connections: readonly Connection[], options: LaneOptions): ClosableLane {
  const { name, stats, takesScripts = false } = options;
  const pool = createPool(connections);
  const closing = new AbortController();
  const stoppable = (statement: Statement): Statement => ({
    ...statement,
    signal: statement.signal ? AbortSignal.any([statement.signal, closing.signal]) : closing.signal,
  });

  /** A connection for a statement, and a function that releases it. */
  async function take({ turn, signal = closing.signal }: Statement): Promise<Taken> {
    // Without a queue it asks the pool immediately: statements and inserts run in the order of the calls.
    const endTurn = turn && (await turn(connections.length, signal));
    try {
      const connection = await pool.take(signal);
      return {
        connection,
        giveBack: () => {
          pool.give(connection);
          endTurn?.();
        },
      };
    } catch (error) {
      endTurn?.();
      throw error;
    }
  }

  async function run<Value>(
    kind: string,
    statement: Statement,
    start: (connection: Connection, statement: Statement) => Running<Value>,
  ): Promise<Value> {
    const bounded = stoppable(statement);
    const { connection, giveBack } = await take(bounded);
    const measured = () =>
      stats.measure(
        () => {
          const { answer, ended } = start(connection, bounded);
          void ended.then(giveBack);
          return answer;
        },
        name,
        kind,
      );
    return tracedStatement('clickhouse', statement.sql, measured);
  }

  async function* stream<Row>(statement: Statement, row: ZodType<Row>): AsyncGenerator<readonly Row[]> {
    const { connection, giveBack } = await take(statement);
    const chunks = connection.chunks(statement);
    const done = stats.start(name, 'stream');
    const release = once(async () => {
      closing.signal.removeEventListener('abort', release);
      await chunks.return();
      giveBack();
    });
    // A consumer that has stopped reading must not keep the lane from closing.
    closing.signal.addEventListener('abort', release);
    try {
      for await (const lines of chunks) {
        if (lines.length > 0) yield parseLines(row, lines);
      }
      statement.signal?.throwIfAborted();
    } catch (error) {
      stats.failed(error);
      throw error;
    } finally {
      done();
      await release();
    }
  }

  return {
    query: async (statement, row) => parseLines(row, await run('query', statement, (c, s) => c.query(s))),
    stream: (statement, row) => stream(stoppable(statement), row),
    command: async (statement) => {
      const scripts = takesScripts ? [statement.sql] : splitStatements(statement.sql);
      for (const sql of scripts) await run('command', { ...statement, sql }, (c, s) => c.command(s));
    },
    insert: async (table, block, signal, fence) => {
      if (block.rows === 0) return;
      const connection = await pool.take(signal ?? closing.signal);
      const insert = () => connection.insert(table, block, signal, fence);
      const measured = () => stats.measure(insert, name, 'insert');
      const sql = `INSERT INTO ${table}`;
      await tracedStatement('clickhouse', sql, measured).finally(() => pool.give(connection));
    },
    files: {
      write: (statement, path) => run('file', statement, (c, s) => c.toFile(s, path)),
      read: (path, { signal, ...into }) =>
        run('file', { sql: '', ...(signal && { signal }) }, (c, s) => {
          return c.fromFile(path, { ...into, ...(s.signal && { signal: s.signal }) });
        }),
    },
    close: async ({ drain }) => {
      if (!drain) closing.abort(new LaunchlensError('OLAP_CLOSED', {}));
      for (const connection of await pool.drain()) await connection.close();
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
