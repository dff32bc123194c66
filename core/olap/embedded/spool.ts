import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LaunchlensError } from '../../kernel/errors/error.ts';

/**
 * Where blocks wait for the engine: chDB takes binary formats only from files, because its insert calls pass the
 * data through UTF-8. The directory is next to the tables rather than in /dev/shm, which containers limit to 64
 * MiB.
 */
export type Spool = Awaited<ReturnType<typeof openSpool>>;

/** `target` is the store's display name. @throws OLAP_DISK_FULL */
export async function openSpool(directory: string, target: string) {
  // Blocks left by a crash were never acknowledged; their rows will be written again.
  await rm(directory, { recursive: true, force: true });
  const coded = (error: unknown): never => {
    throw FULL.has(codeOf(error)) ? new LaunchlensError('OLAP_DISK_FULL', { target }, error) : error;
  };
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch(coded);
  const root = resolve(directory);
  let last = 0;
  return {
    /** Writes `chunks` to a file for as long as `use` runs. @throws OLAP_DISK_FULL */
    hold: async <Value>(chunks: readonly Buffer[], use: (path: string) => Promise<Value>) => {
      last += 1;
      const path = join(root, `${last}.native`);
      try {
        await write(path, chunks).catch(coded);
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

async function write(path: string, chunks: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(file, chunks);
  } finally {
    await file.close();
  }
}

/** A disk that fills up silently takes part of a write; only the write of the rest fails. */
async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  let { bytesWritten } = await file.writev(chunks);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytesWritten === length) return;
  const whole = Buffer.concat(chunks);
  while (bytesWritten < length) bytesWritten += (await file.write(whole, bytesWritten)).bytesWritten;
}

/** No space left, or none left for this user. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
