import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { descendantsOf, isAlive } from '../support/processes.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

/** The command, with a temporary directory that nobody else uses. */
function bench(pledges: string, tmp: string) {
  const args = [join(import.meta.dirname, 'main.ts'), '--only', 'exports'];
  const env = { ...process.env, TMPDIR: tmp, BENCH_EXPORT_PLEDGES: pledges };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test.for([
  ['that ends', '1000', 0],
  ['that fails', 'none', 1],
] as const)('a benchmark %s leaves nothing in the temporary directory', async ([, pledges, code]) => {
  await using tmp = await temporaryDirectory();
  expect(await once(bench(pledges, tmp.path), 'exit')).toEqual([code, null]);
  expect(await readdir(tmp.path)).toEqual([]);
});

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a benchmark that %s ends leaves no file and no process', async ([signal, code]) => {
  await using tmp = await temporaryDirectory();
  const child = bench('100000000', tmp.path);
  const exited = once(child, 'exit');
  const begun = async () => {
    const [directory] = await readdir(tmp.path);
    return directory !== undefined && (await readdir(join(tmp.path, directory))).length > 0;
  };
  await waitFor(begun, { what: 'temporary files of the benchmark' });
  // The benchmark and the server that it measures.
  const started = descendantsOf(child.pid ?? 0);
  expect(started.length).toBe(2);

  child.kill(signal);
  expect(await exited).toEqual([code, null]);
  await waitFor(() => !started.some(isAlive), { what: 'the processes of the benchmark to end' });
  expect(await readdir(tmp.path)).toEqual([]);
});
