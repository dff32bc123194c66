import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { callOperator, findOperator, type Operator } from '../../../cli/operator/call.ts';
import { type OperatorRoute, operatorRoute } from '../../../cli/operator/command.ts';
import { type OperatorFile, operatorFilePath } from '../../../cli/operator/file.ts';
import { startOperator } from '../../../cli/operator/server.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createShutdown, type Shutdown } from '../../../core/kernel/shutdown.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';

const count = operatorRoute({
  name: 'count',
  input: z.strictObject({ to: z.int().min(0) }),
  async *run({ to }) {
    for (let n = 1; n <= to; n += 1) yield { n };
  },
});

interface Host {
  readonly dataDir: string;
  readonly shutdown: Shutdown;
  readonly log: string[];
}

async function started(routes: readonly OperatorRoute[], below = ''): Promise<Host> {
  const directory = await temporaryDirectory();
  const dataDir = `${directory.path}${below}`;
  const shutdown = createShutdown();
  onTestFinished(async () => {
    await shutdown.run('the test ended');
    await directory[Symbol.asyncDispose]();
  });
  const log: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk));
      done();
    },
  });
  const logger = createLogger('trace', sink);
  await startOperator(
    { settings: { DATA_DIR: dataDir }, clock: systemClock, logger, shutdown },
    { command: 'up', routes },
  );
  return { dataDir: directory.path, shutdown, log };
}

async function found(dataDir: string): Promise<Operator> {
  const operator = await findOperator(dataDir);
  if (!operator) throw new Error('no operator');
  return operator;
}

async function lines(operator: Operator, name: string, input: z.core.util.JSONType): Promise<unknown[]> {
  const got: unknown[] = [];
  for await (const line of callOperator(operator, { name, input })) got.push(line);
  return got;
}

test('a command run over the operator API gives its lines in order', async () => {
  const { dataDir } = await started([count]);

  expect(await lines(await found(dataDir), 'count', { to: 3 })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('the demo is found from the directory above its store', async () => {
  const { dataDir } = await started([count], '/demo');

  expect((await found(dataDir)).dataDir).toBe(`${dataDir}/demo`);
});

test('the file tells its process and is readable by its owner alone', async () => {
  const { dataDir } = await started([]);

  const { mode } = await stat(operatorFilePath(dataDir));
  const file = JSON.parse(await readFile(operatorFilePath(dataDir), 'utf8')) as OperatorFile;

  expect(mode & 0o777).toBe(0o600);
  expect(file).toMatchObject({
    pid: process.pid,
    command: 'up',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
  });
});

test('without the token nothing is answered, and the token is never logged', async () => {
  const { dataDir, log } = await started([count]);
  const { url, token } = await found(dataDir);

  const without = await fetch(`${url}/v1/count`, { method: 'POST', body: '{"to":1}' });
  const wrong = await fetch(`${url}/v1/`, { headers: { authorization: `Bearer ${token}x` } });
  await lines(await found(dataDir), 'count', { to: 1 });

  expect([without.status, wrong.status]).toEqual([401, 401]);
  expect(log.join('')).toContain('"command":"count"');
  expect(log.join('')).not.toContain(token);
});

test('an unknown command and an input that does not fit are refused by name', async () => {
  const { dataDir } = await started([count]);
  const operator = await found(dataDir);

  await expect(lines(operator, 'sing', {})).rejects.toThrow('refused "sing": no such command: sing');
  await expect(lines(operator, 'count', { to: -1 })).rejects.toThrow(/refused "count": to: /);
});

test('a command that fails ends the asking one with its sentence and its exit code', async () => {
  const failing = (name: string, error: Error) =>
    operatorRoute({
      name,
      input: z.unknown(),
      // biome-ignore lint/correctness/useYield: it fails before its first line.
      async *run() {
        throw error;
      },
    });
  const { dataDir } = await started([
    failing('usage', new LaunchlensError('COMMAND_USAGE', { detail: 'No such launch.' })),
    failing('other', new Error('disk on fire at http://user:secret@host')),
  ]);
  const operator = await found(dataDir);

  await expect(lines(operator, 'usage', null)).rejects.toMatchObject({ message: 'No such launch.', exit: 2 });
  await expect(lines(operator, 'other', null)).rejects.toMatchObject({
    message: 'disk on fire at http://[redacted]@host',
    exit: 1,
  });
});

test('a command ends with whoever asked for it', async () => {
  let ended = false;
  const endless = operatorRoute({
    name: 'endless',
    input: z.unknown(),
    async *run(_input, signal) {
      try {
        for (;;) {
          yield 'on';
          await systemClock.sleep(5, signal);
        }
      } finally {
        ended = true;
      }
    },
  });
  const { dataDir } = await started([endless]);

  for await (const line of callOperator(await found(dataDir), { name: 'endless', input: null })) {
    if (line === 'on') break;
  }

  await waitFor(() => ended, { what: 'the command to end' });
});

test('an answer without its last line is told from a whole one', async () => {
  const endless = operatorRoute({
    name: 'endless',
    input: z.unknown(),
    async *run(_input, signal) {
      yield 'on';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  const { dataDir, shutdown } = await started([endless]);
  const answer = callOperator(await found(dataDir), { name: 'endless', input: null });
  expect(await answer.next()).toEqual({ value: 'on', done: false });

  await shutdown.run('the process ends');

  await expect(answer.next()).rejects.toMatchObject({ code: 'OPERATOR_CUT_OFF' });
  expect(await findOperator(dataDir)).toBeUndefined();
});

test.each([
  ['whose process is gone', { pid: 2 ** 22 + 1 }],
  ['at whose address nobody listens', { pid: process.pid }],
])('a file %s counts for nothing', async (_case, { pid }) => {
  const { dataDir } = await started([]);
  const stale = {
    ...(await found(dataDir)),
    pid,
    url: `http://127.0.0.1:${await closedPort()}`,
    dataDir: undefined,
  };
  await mkdir(`${dataDir}/other`);
  await writeFile(operatorFilePath(`${dataDir}/other`), JSON.stringify(stale));

  expect(await findOperator(`${dataDir}/other`)).toBeUndefined();
});

test('a file whose address another process has taken counts for nothing', async () => {
  const first = await started([]);
  const second = await started([]);
  const { token } = await found(first.dataDir);
  const { url } = await found(second.dataDir);
  const file = JSON.parse(await readFile(operatorFilePath(first.dataDir), 'utf8')) as OperatorFile;
  await writeFile(operatorFilePath(first.dataDir), JSON.stringify({ ...file, url, token }));

  expect(await findOperator(first.dataDir)).toBeUndefined();
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
