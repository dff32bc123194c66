import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './catalogue.ts';
import type { BenchRow } from './row.ts';

/** What became of one benchmark. Slow is a result; a failure is one that could not run, or unequal results. */
export type Outcome = { readonly rows: readonly BenchRow[] } | { readonly failure: string };

/** Runs a benchmark in a process of its own, which ends with all that it started. What it prints goes to stderr. */
export async function runBench({ name, file }: Bench): Promise<Outcome> {
  if (!existsSync(file)) return { failure: `${file} is missing` };
  const child = fork(join(import.meta.dirname, 'run-one.ts'), [name], {
    stdio: ['ignore', 2, 2, 'ipc'],
    detached: true,
  });
  const end = (): void => endGroup(child);
  // Before the temporary files of the group are removed.
  process.prependOnceListener('exit', end);
  try {
    return await outcomeOf(child);
  } finally {
    process.off('exit', end);
    end();
  }
}

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    let outcome: Outcome | undefined;
    child.once('message', (told: Outcome) => {
      outcome = told;
    });
    child.once('error', (error) => resolve({ failure: error.message }));
    child.once('exit', (code, signal) =>
      resolve(outcome ?? { failure: `ended with ${signal ?? code} and without a result` }),
    );
  });
}

/** Ends a process and whatever it started, which may outlive it. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
