import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './catalogue.ts';
import type { BenchRow } from './row.ts';

/** What became of one benchmark. Slow is a result; a failure is one that could not run, or unequal results. */
export type Outcome = { readonly rows: readonly BenchRow[] } | { readonly failure: string };

/** Runs a benchmark in a process of its own. What it prints goes to stderr. */
export async function runBench({ name, file }: Bench): Promise<Outcome> {
  if (!existsSync(file)) return { failure: `${file} is missing` };
  const child = fork(join(import.meta.dirname, 'run-one.ts'), [name], { stdio: ['ignore', 2, 2, 'ipc'] });
  return outcomeOf(child);
}

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    child.once('message', (outcome: Outcome) => resolve(outcome));
    child.once('error', (error) => resolve({ failure: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ failure: `ended with ${signal ?? code} and without a result` }),
    );
  });
}
