import type { Olap, OlapLane } from '../../../../core/olap/port.ts';

export interface CountingOlap {
  readonly olap: Olap;
  /** Queries on all lanes since the last reset. */
  readonly queries: readonly string[];
  reset(): void;
}

/** The same store, counting what is asked of it. */
export function countingOlap(olap: Olap): CountingOlap {
  const queries: string[] = [];
  const counted = (lane: OlapLane): OlapLane => ({
    query: (statement, row) => {
      queries.push(statement.sql);
      return lane.query(statement, row);
    },
    stream: (statement, row) => {
      queries.push(statement.sql);
      return lane.stream(statement, row);
    },
    command: (statement) => lane.command(statement),
    insert: (table, block, signal) => lane.insert(table, block, signal),
  });
  return {
    olap: {
      kind: olap.kind,
      shared: olap.shared,
      writer: olap.writer,
      reader: counted(olap.reader),
      scanner: counted(olap.scanner),
      control: olap.control,
      files: olap.files,
      guests: olap.guests,
      database: (name) => olap.database(name),
      describe: () => olap.describe(),
      close: () => olap.close(),
    },
    queries,
    reset: () => {
      queries.length = 0;
    },
  };
}
