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

test('a benchmark that ends leaves nothing in the temporary directory', async () => {
  await using tmp = await temporaryDirectory();
  // It fails, which is the quickest end that there is.
  expect(await once(bench('none', tmp.path), 'exit')).toEqual([1, null]);
  expect(await readdir(tmp.path)).toEqual([]);
});

test('a benchmark that is interrupted leaves no file and no process', async () => {
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

  // Twice, as npm passes on a signal that its whole process group gets.
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
  await waitFor(() => !started.some(isAlive), { what: 'the processes of the benchmark to end' });
  expect(await readdir(tmp.path)).toEqual([]);
});
