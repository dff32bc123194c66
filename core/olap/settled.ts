import { isLaunchlensError } from '../kernel/errors/error.ts';
import type { Olap, OlapLane } from './port.ts';

/**
 * The same store, whose reads first wait for `settle`: what their reader knows already is in it by then. Writes do not
 * wait, since they are what is waited for.
 */
export function settledReads(olap: Olap, settle: () => Promise<void>): Olap {
  const settled = (lane: OlapLane): OlapLane => ({
    ...lane,
    query: async (statement, row) => {
      await settle();
      return lane.query(statement, row);
    },
    stream: async function* (statement, row) {
      await settle();
      yield* lane.stream(statement, row);
    },
  });
  return {
    ...olap,
    reader: settled(olap.reader),
    scanner: settled(olap.scanner),
    guests: {
      ask: async (statement) => {
        if (!statement.readsNothing) await settle();
        return olap.guests.ask(statement);
      },
    },
    files: {
      ...olap.files,
      write: async (statement, path) => {
        await settle();
        return olap.files.write(statement, path);
      },
    },
  };
}

/** For who can do without: a store that takes no rows is read as it is. */
export function ignoreStuck(error: unknown): void {
  if (!isLaunchlensError(error, 'MIRROR_NOT_READY')) throw error;
}
