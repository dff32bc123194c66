import { type ChildProcess, fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../support/clickhouse-server/launcher.ts';
import { descendantsOf, isAlive } from '../support/processes.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';
import type { WalkTask } from './boundaries/walked.ts';

/** On a server, so that there are both: the process under test and its ClickHouse. */
const TASK: WalkTask = { scene: 'begin', store: 'server' };

/** A process that plays, in the middle of a walk, with everything that it has started. */
async function walking(tmp: string): Promise<{ worker: ChildProcess; started: readonly number[] }> {
  // Otherwise the worker may still be compiling what starts ClickHouse.
  await launcher();
  const worker = fork(join(import.meta.dirname, 'worker.ts'), {
    serialization: 'advanced',
    env: { ...process.env, TMPDIR: tmp, UV_THREADPOOL_SIZE: '16' },
  });
  worker.send(TASK);
  const { pid = 0 } = worker;
  const started = await waitFor(() => [descendantsOf(pid)].find(({ length }) => length === 2), {
    what: 'a ClickHouse and a process under test',
    everyMs: 100,
  });
  onTestFinished(() => {
    for (const one of [pid, ...started].filter(isAlive)) process.kill(one, 'SIGKILL');
  });
  return { worker, started };
}

function gone(pids: readonly number[]): Promise<true> {
  const what = 'the processes to end';
  return waitFor(() => !pids.some(isAlive), { what, everyMs: 50 });
}

test('the process under test and its ClickHouse end when the process that plays is killed', async () => {
  await using tmp = await temporaryDirectory();
  const { worker, started } = await walking(tmp.path);
  worker.kill('SIGKILL');
  await gone([...started, worker.pid ?? 0]);
});

test('a process that plays ends with all that it has started, and leaves nothing, when the suite is gone', async () => {
  await using tmp = await temporaryDirectory();
  const { worker, started } = await walking(tmp.path);
  // What it sees of a parent that is killed.
  worker.disconnect();
  await gone([...started, worker.pid ?? 0]);
  expect(await readdir(tmp.path)).toEqual([]);
});
