import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Room for the engine's own files and for a play. */
const SIZE = '96m';
const CHUNK = Buffer.alloc(256 * 1024);

/** A file system of its own that can be filled to the last byte. */
export interface SmallDisk {
  readonly directory: string;
  /** Leaves about so many bytes free. */
  fill(room?: number): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Mounts a small tmpfs; undefined where this user may not mount, and then no disk can be full. */
export async function mountSmallDisk(directory: string): Promise<SmallDisk | undefined> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', directory]);
  } catch {
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    fill: async (room = 0) => {
      const file = await open(ballast, 'w');
      try {
        await fillUp((bytes) => file.write(bytes));
        if (room > 0) await file.truncate((await file.stat()).size - room);
      } finally {
        await file.close();
      }
    },
    drain: () => rm(ballast, { force: true }),
    // Lazily: the engine in this process may still hold a file for a moment.
    close: async () => {
      await run('umount', ['-l', directory]);
    },
  };
}

/** Writes ever smaller pieces until nothing fits any more. */
async function fillUp(write: (bytes: Uint8Array) => Promise<unknown>): Promise<void> {
  for (let size = CHUNK.length; size >= 4096; size >>= 1) {
    try {
      for (;;) await write(CHUNK.subarray(0, size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
