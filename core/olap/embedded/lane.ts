import type { ZodType } from 'zod';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { OlapLane, Statement } from '../port.ts';
import { parseLines } from '../rows.ts';
import type { Connection } from './connection.ts';
import { createPool } from './pool.ts';

/** What an insert needs beside a connection: writes the block where the engine can read it, and runs the insert. */
export type InsertBlock = (
  connection: Connection,
  ...insert: Parameters<OlapLane['insert']>
) => Promise<void>;

export interface EmbeddedLane extends OlapLane {
  /** Ends waiting and, unless `drain` is set, running statements; resolves when every connection is closed. */
  close(options: { readonly drain: boolean }): Promise<void>;
}

export function createLane(connections: readonly Connection[], insertBlock: InsertBlock): EmbeddedLane {
  const pool = createPool(connections);
  const closing = new AbortController();
  const stoppable = (statement: Statement): Statement => ({
    ...statement,
    signal: statement.signal ? AbortSignal.any([statement.signal, closing.signal]) : closing.signal,
  });

  async function run(statement: Statement): Promise<string> {
    const { signal } = statement;
    const connection = await pool.take(signal);
    const { answer, ended } = connection.run(statement);
    void ended.then(() => pool.give(connection));
    return answer;
  }

  async function* stream<Row>(statement: Statement, row: ZodType<Row>): AsyncGenerator<readonly Row[]> {
    const connection = await pool.take(statement.signal);
    const chunks = connection.chunks(statement);
    const release = once(async () => {
      closing.signal.removeEventListener('abort', release);
      await chunks.return();
      pool.give(connection);
    });
    // A consumer that has stopped asking must not keep the lane from closing.
    closing.signal.addEventListener('abort', release);
    try {
      for await (const text of chunks) {
        const rows = parseLines(row, text);
        if (rows.length > 0) yield rows;
      }
      statement.signal?.throwIfAborted();
    } finally {
      await release();
    }
  }

  return {
    query: async (statement, row) => parseLines(row, await run(stoppable(statement))),
    stream: (statement, row) => stream(stoppable(statement), row),
    command: async (statement) => {
      await run(stoppable(statement));
    },
    insert: async (table, block) => {
      const connection = await pool.take(closing.signal);
      try {
        await insertBlock(connection, table, block);
      } finally {
        pool.give(connection);
      }
    },
    close: async ({ drain }) => {
      if (!drain) closing.abort(new LaunchlensError('OLAP_CLOSED', {}));
      for (const connection of await pool.drain()) connection.close();
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
