import { parseLines } from '../../../core/olap/lane.ts';
import type { OlapLane } from '../../../core/olap/port.ts';

/** A lane whose answers are lines of somebody's choosing, parsed as those of ClickHouse are. */
export function answeringLane(lines: () => readonly string[]): OlapLane {
  return {
    query: async (_statement, row) => parseLines(row, lines()),
    stream: async function* (_statement, row) {
      yield parseLines(row, lines());
    },
    command: async () => undefined,
    insert: async () => undefined,
  };
}
