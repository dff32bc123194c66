import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
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
export async function mountSmallDisk(
  directory: string,
  { inodes }: { readonly inodes?: number } = {},
): Promise<SmallDisk | undefined> {
  const options = [`size=${SIZE}`, ...(inodes === undefined ? [] : [`nr_inodes=${inodes}`])];
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', directory]);
  } catch {
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    fill: async (room = 0) => {
      const file = await open(ballast, 'a');
      try {
        await fillUp(directory, room, (bytes) => file.write(bytes));
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

/** Writes until only so much room is left. */
async function fillUp(
  directory: string,
  room: number,
  write: (bytes: Uint8Array) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const { bavail, bsize } = await statfs(directory);
    const rest = bavail * bsize - room;
    if (rest <= 0) return;
    try {
      await write(CHUNK.subarray(0, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return;
    }
  }
}
