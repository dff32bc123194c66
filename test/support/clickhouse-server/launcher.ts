import { execFile } from 'node:child_process';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { COMPILER } from '../../../scripts/build-local-programs.ts';

const SOURCE = join(import.meta.dirname, 'serve.c');
const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache');
const PROGRAM = join(CACHE, 'clickhouse-serve');
const run = promisify(execFile);

/** What loads the engine's library and calls it: a small program, or, without a C compiler, Python. */
export async function launcher(): Promise<readonly [string, ...string[]]> {
  if (await isNewer(PROGRAM, SOURCE)) return [PROGRAM];
  await mkdir(CACHE, { recursive: true });
  for (const compiler of [COMPILER, 'cc']) {
    // Others may be compiling it as well, so it gets its name when it is whole.
    const own = `${PROGRAM}-${process.pid}-${performance.now()}`;
    const compiled = await run(compiler, [SOURCE, '-o', own, '-ldl']).catch(unlessMissing);
    if (!compiled) continue;
    await rename(own, PROGRAM);
    return [PROGRAM];
  }
  return ['python3', join(import.meta.dirname, 'serve.py')];
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

async function isNewer(made: string, source: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(made).catch(unlessMissing), stat(source)]);
  return one !== undefined && one.mtimeMs > other.mtimeMs;
}
