import type { Session } from 'chdb';
import type { Statement } from '../port.ts';
import { engineFailure, nextTag, untilAborted } from './running.ts';
import { bindParameters, literal } from './statement.ts';

const ROWS = 'JSONEachRow';
/** Rows of one streamed chunk: small enough to parse between two turns of the event loop. */
export const STREAM_ROWS = 8_192;

/** One chDB connection, running one statement at a time. */
export interface Connection {
  /** Runs a statement and gives its whole answer, one JSON object a line. */
  run(statement: Statement): { readonly answer: Promise<string>; readonly ended: Promise<void> };
  /** Runs a SELECT and gives its answer in chunks, read from the engine as the consumer asks for them. */
  chunks(statement: Statement): AsyncGenerator<string, void, void>;
  close(): void;
}

export function createConnection(session: Session, control: Session, target: string): Connection {
  function prefix(statement: Statement, tag: string): string {
    const bound = bindParameters(target, statement.sql, statement.parameters ?? {});
    // Settings stay on the connection, so a stream's block size is taken back here.
    const comment = `SET log_comment=${literal(tag)}, max_block_size=DEFAULT`;
    return bound ? `${comment}; ${bound}` : comment;
  }

  function execute(sql: string): Promise<string> {
    return session.queryAsync(sql, { format: ROWS }).then(
      (result) => result.text(),
      (error: unknown) => {
        throw engineFailure(target, error);
      },
    );
  }

  return {
    run: (statement) => {
      const tag = nextTag();
      const work = start(() => execute(`${prefix(statement, tag)}; ${statement.sql}`));
      const answer = untilAborted(work, { control, tag, signal: statement.signal });
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      return { answer, ended };
    },
    chunks: async function* (statement) {
      const tag = nextTag();
      await execute(`${prefix(statement, tag)}; SET max_block_size=${STREAM_ROWS}`);
      const stream = session.queryStream(statement.sql, { format: ROWS });
      const iterator = stream[Symbol.asyncIterator]();
      let fetching: Promise<unknown> = Promise.resolve();
      try {
        for (;;) {
          statement.signal?.throwIfAborted();
          const fetched = iterator.next().catch((error: unknown) => {
            throw engineFailure(target, error);
          });
          fetching = fetched;
          const next = await untilAborted(fetched, { control, tag, signal: statement.signal });
          if (next.done) return;
          yield next.value.text();
        }
      } finally {
        // An aborted fetch still runs in the engine; the connection is free only when it has ended.
        await fetching.catch(() => undefined);
        stream.cancel();
      }
    },
    close: () => session.close(),
  };
}

/** Turns a synchronous refusal into a rejection, so that callers meet one kind of failure. */
async function start<Value>(work: () => Promise<Value>): Promise<Value> {
  return work();
}
