import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Where blocks wait for the engine: chDB takes binary formats only from files, its insert calls pass the data
 * through UTF-8. The directory lies beside the tables rather than in /dev/shm, which containers cap at 64 MiB.
 */
export interface Spool {
  /** Writes `chunks` to a file for as long as `use` runs. */
  hold<Value>(chunks: readonly Buffer[], use: (path: string) => Promise<Value>): Promise<Value>;
}

export async function openSpool(directory: string): Promise<Spool> {
  // Blocks left by a crash were never acknowledged; their rows come again.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const root = resolve(directory);
  let last = 0;
  return {
    hold: async (chunks, use) => {
      last += 1;
      const path = join(root, `${last}.native`);
      try {
        await write(path, chunks);
        return await use(path);
      } finally {
        await unlink(path);
      }
    },
  };
}

async function write(path: string, chunks: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writev(chunks);
  } finally {
    await file.close();
  }
}
