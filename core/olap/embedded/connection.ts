import { resolve } from 'node:path';
import type { Session } from 'chdb';
import { isLaunchlensError, type LaunchlensError } from '../../kernel/errors/error.ts';
import { type Connection, linesOf, type Running } from '../connection.ts';
import { fileFailure } from '../file-failure.ts';
import { insertColumns, insertOf } from '../insert-statement.ts';
import { PARQUET_SETTINGS, requireWhole } from '../parquet.ts';
import type { Statement } from '../port.ts';
import type { FreeSpace } from './free-space.ts';
import { engineFailure, nextTag, untilAborted } from './running.ts';
import type { Spool } from './spool.ts';
import { bindParameters, literal } from './statement.ts';

const ROWS = 'JSONEachRow';
/**
 * A merge that runs out of disk can leave a part whose skip index is empty. Its rows are whole, so a statement that meets
 * one is repeated without skip indexes. The next merge of the part writes the index again.
 */
const SKIP_INDEXES = 'use_skip_indexes=DEFAULT';
const NO_SKIP_INDEXES = 'use_skip_indexes=0';
const CORRUPTED_DATA = 246;

/** Rows per streamed chunk: few enough to parse between two turns of the event loop. */
const STREAM_ROWS = 8_192;

export interface EmbeddedContext {
  /** The connection that cancels statements of the others. */
  readonly control: Session;
  readonly freeSpace: FreeSpace;
  readonly spool: Spool;
  readonly target: string;
}

/** One chDB connection, running one statement at a time. */
export function createConnection(connect: () => Session, context: EmbeddedContext): Connection {
  const { control, freeSpace, spool, target } = context;
  let session = connect();

  /**
   * A statement that fails after its first rows leaves them in the connection, and they would appear in the next
   * answer. So a connection is never reused after a failure.
   */
  function failed(error: unknown): LaunchlensError {
    session.close();
    session = connect();
    return engineFailure(target, error);
  }

  async function execute(sql: string): Promise<string> {
    try {
      return (await session.queryAsync(sql, { format: ROWS })).text();
    } catch (error) {
      throw failed(error);
    }
  }

  function begin(statement: Statement, tag: string, settings: string): string {
    const bound = bindParameters(target, statement.sql, statement.parameters ?? {});
    const set = `SET log_comment=${literal(tag)}, ${settings}`;
    return bound ? `${set}; ${bound}` : set;
  }

  function run<Value>(statement: Statement, read: (text: string) => Value): Running<Value> {
    const tag = nextTag();
    // Settings persist on the connection, so those of a stream are reset here.
    const ask = async (skipIndexes: string): Promise<string> => {
      const settings = `max_block_size=DEFAULT, ${skipIndexes}`;
      return execute(`${begin(statement, tag, settings)}; ${statement.sql}`);
    };
    const work = ask(SKIP_INDEXES).catch((error: unknown) => {
      if (!isCorrupted(error)) throw error;
      return ask(NO_SKIP_INDEXES);
    });
    return {
      answer: untilAborted(work, { control, tag, signal: statement.signal }).then(read),
      ended: work.then(ignore, ignore),
    };
  }

  /** Runs what writes to the store, if there is room for it. */
  function write(statement: Statement): Running<void> {
    const started = freeSpace.require().then(() => run(statement, ignore));
    const answer = started.then((running) => running.answer);
    return { answer, ended: started.then((running) => running.ended, ignore) };
  }

  async function* chunks(statement: Statement): AsyncGenerator<readonly string[], void, void> {
    let first = true;
    try {
      for await (const lines of chunksBy(statement, SKIP_INDEXES)) {
        first = false;
        yield lines;
      }
    } catch (error) {
      if (!first || !isCorrupted(error)) throw error;
      yield* chunksBy(statement, NO_SKIP_INDEXES);
    }
  }

  async function* chunksBy(
    statement: Statement,
    skipIndexes: string,
  ): AsyncGenerator<readonly string[], void, void> {
    const tag = nextTag();
    await execute(begin(statement, tag, `max_block_size=${STREAM_ROWS}, ${skipIndexes}`));
    const stream = session.queryStream(statement.sql, { format: ROWS });
    const iterator = stream[Symbol.asyncIterator]();
    let fetching: Promise<unknown> = Promise.resolve();
    try {
      for (;;) {
        statement.signal?.throwIfAborted();
        const fetched = iterator.next().catch((error: unknown) => {
          throw failed(error);
        });
        fetching = fetched;
        const next = await untilAborted(fetched, { control, tag, signal: statement.signal });
        if (next.done) return;
        yield linesOf(next.value.text());
      }
    } finally {
      // An aborted fetch keeps running in the engine; the connection is free only when it has ended.
      await fetching.catch(ignore);
      stream.cancel();
    }
  }

  function onFile(path: string, { answer, ended }: Running<void>): Running<void> {
    return { answer: answer.catch((error: unknown) => Promise.reject(fileFailure(path, error))), ended };
  }

  return {
    toFile: (statement, path) => {
      const into = `INSERT INTO FUNCTION file(${literal(resolve(path))}, 'Parquet')`;
      const sql = `${into} ${statement.sql} SETTINGS ${PARQUET_SETTINGS}`;
      const { answer, ended } = onFile(path, run({ ...statement, sql }, ignore));
      return { answer: answer.then(() => requireWhole(path)), ended };
    },
    fromFile: (path, { table, columns: named, signal }) => {
      const { into, columns } = insertColumns(table, named);
      const structure = named.map(({ name, type }) => `${name} ${type}`).join(', ');
      const file = `file(${literal(resolve(path))}, 'Parquet', ${literal(structure)})`;
      const sql = `${into} SELECT ${columns} FROM ${file} SETTINGS max_threads = 1`;
      return onFile(path, write({ sql, ...(signal && { signal }) }));
    },
    query: (statement) => run(statement, linesOf),
    command: write,
    chunks,
    insert: async (table, block, signal) => {
      await freeSpace.require();
      const { into, columns, format, structure, chunks } = insertOf(table, block);
      await spool.hold(chunks, async (path) => {
        // Native names its columns and types itself.
        const types = format === 'Native' ? '' : `, ${literal(structure)}`;
        const sql = `${into} SELECT ${columns} FROM file(${literal(path)}, '${format}'${types})`;
        signal?.throwIfAborted();
        await run({ sql }, ignore).answer;
      });
    },
    close: async () => session.close(),
  };
}

function isCorrupted(error: unknown): boolean {
  return isLaunchlensError(error, 'OLAP_REJECTED') && error.context.clickhouseCode === CORRUPTED_DATA;
}

function ignore(): void {}
