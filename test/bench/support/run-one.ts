import { endWithParent } from '../../support/end-with-parent.ts';
import { BENCHES } from './catalogue.ts';
import type { Outcome } from './outcome.ts';
import type { BenchRow } from './row.ts';

/** A process of its own for one benchmark, so that it starts as every other one does. */
const bench = BENCHES.find(({ name }) => name === process.argv[2]);

async function rows(): Promise<readonly BenchRow[]> {
  if (!bench) throw new Error(`there is no benchmark called ${process.argv[2]}`);
  const module = (await import(bench.file)) as Readonly<Record<string, unknown>>;
  const run = module[bench.run];
  if (typeof run !== 'function') throw new Error(`${bench.file} has no ${bench.run}`);
  return run() as Promise<readonly BenchRow[]>;
}

// A group of its own, so that everything that it started ends with it.
endWithParent(async () => void process.kill(-process.pid, 'SIGKILL'));
// A benchmark that waits for nothing any more has failed, and must not wait for its parent.
process.channel?.unref();

const outcome: Outcome = await rows().then(
  (measured) => ({ rows: measured }),
  (error: unknown) => ({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
process.send?.(outcome, () => process.exit());
