import { join } from 'node:path';

export interface Bench {
  readonly name: string;
  /** The module that holds it, and the function of it that resolves with the rows. */
  readonly file: string;
  readonly run: string;
}

const bench = (name: string, file: string, run: string): Bench => ({
  name,
  file: join(import.meta.dirname, '..', file),
  run,
});

/** Every benchmark of the project, first those of the whole product, then in the order in which data takes its way. */
export const BENCHES: readonly Bench[] = [
  bench('start', 'start/bench.ts', 'benchStart'),
  bench('idle', 'idle/bench.ts', 'benchIdle'),
  bench('stream', 'stream/bench.ts', 'benchStream'),
  bench('decode', 'decode/decode.ts', 'benchDecode'),
  bench('insert', 'insert/insert.ts', 'benchInsert'),
  bench('path', 'path/bench.ts', 'benchPath'),
  bench('lag', 'lag/bench.ts', 'benchLag'),
  bench('query', 'query/query.ts', 'benchQuery'),
  bench('rewards', 'rewards/bench.ts', 'benchRewards'),
  bench('rest', 'rest/bench.ts', 'benchRest'),
  bench('exports', 'exports/bench.ts', 'benchExports'),
  bench('history', 'history/bench.ts', 'benchHistory'),
  bench('past', 'past/bench.ts', 'benchPast'),
  bench('graphql', 'graphql/bench.ts', 'benchGraphql'),
  bench('mcp', 'mcp/bench.ts', 'benchMcp'),
  bench('harness', 'harness/bench.ts', 'benchHarness'),
];
