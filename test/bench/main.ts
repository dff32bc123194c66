import { parseArgs } from 'node:util';
import { exitOnSignals, ownTemporaryDirectory } from '../support/own-temporary-directory.ts';
import { BENCHES, type Bench } from './support/catalogue.ts';
import { describeMachine } from './support/machine.ts';
import { type Outcome, runBench } from './support/outcome.ts';
import { machineLine, tableOf } from './support/table.ts';

const USAGE = `npm run bench -- [--only NAME]... [--json]

Runs the benchmarks one after another, each against the obvious choice for the same work, and prints a table.
Exits with 1 when one could not run or results were unequal, never for being slow.

  --only NAME  this one alone; may be given more than once: ${BENCHES.map(({ name }) => name).join(', ')}
  --json       one JSON document in place of the table
`;

interface Finished {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: Outcome;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function chosen(): readonly Bench[] {
  const { only } = values;
  if (!only) return BENCHES;
  const unknown = only.filter((wanted) => !BENCHES.some(({ name }) => name === wanted));
  if (unknown.length > 0) throw new Error(`no such benchmark: ${unknown.join(', ')}`);
  return BENCHES.filter(({ name }) => only.includes(name));
}

async function runAll(benches: readonly Bench[]): Promise<Finished[]> {
  const finished: Finished[] = [];
  for (const [index, bench] of benches.entries()) {
    progress(`[${index + 1}/${benches.length}] ${bench.name} ...`);
    const startedAt = performance.now();
    const outcome = await runBench(bench);
    const seconds = (performance.now() - startedAt) / 1000;
    const end = 'rows' in outcome ? 'done' : `FAILED: ${outcome.failure}`;
    progress(`[${index + 1}/${benches.length}] ${bench.name} ${end} (${seconds.toFixed(0)} s)`);
    finished.push({ name: bench.name, seconds, outcome });
  }
  return finished;
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(finished: readonly Finished[]): void {
  const machine = describeMachine();
  if (values.json) {
    const benches = finished.map(({ name, seconds, outcome }) => ({ name, seconds, ...outcome }));
    process.stdout.write(`${JSON.stringify({ machine, benches }, null, 2)}\n`);
    return;
  }
  const rows = finished.flatMap(({ outcome }) => ('rows' in outcome ? outcome.rows : []));
  process.stdout.write(`\n${machineLine(machine)}\n\n${tableOf(rows)}\n`);
}

if (values.help) {
  process.stdout.write(USAGE);
} else {
  ownTemporaryDirectory('launchlens-bench-');
  exitOnSignals();
  const finished = await runAll(chosen());
  print(finished);
  process.exitCode = finished.some(({ outcome }) => 'failure' in outcome) ? 1 : 0;
}
