import type { Lease } from '../../core/olap/lease.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';

/** A store whose writes go through the job's lease once the job has it. */
export interface JobStore {
  readonly olap: Olap;
  /** From now on, losing the lease ends all writes. */
  guard(lease: Lease): void;
}

/** Only the job knows its name, and it is built over the store: so the lease comes after the job. */
export function jobStore(olap: Olap): JobStore {
  let { writer } = olap;
  const lane: OlapLane = {
    query: (statement, row) => writer.query(statement, row),
    stream: (statement, row) => writer.stream(statement, row),
    command: (statement) => writer.command(statement),
    insert: (table, block, signal, fence) => writer.insert(table, block, signal, fence),
  };
  const { kind, shared, reader, scanner, control, files } = olap;
  return {
    olap: {
      kind,
      shared,
      reader,
      scanner,
      control,
      files,
      writer: lane,
      describe: () => olap.describe(),
      close: () => olap.close(),
    },
    guard: (lease) => {
      writer = lease.guard(olap.writer);
    },
  };
}
