import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { z } from 'zod';

/** Made by `scripts/make-empty-postgres.ts`. */
export const EMPTY_STORE = new URL('empty-store.zst', import.meta.url);

/** The files of a store by their paths, with `/` between names. */
export interface StoreFiles {
  readonly directories: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Says that a directory holds a store. It is written last, so a store that was cut short is written again. */
const MARK = 'PG_VERSION';
const AT_ONCE = 16;
/** Room for all of it, so that no parts are joined. */
const UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Writes a new store. It is shipped with the migrations of its time applied, because PGlite takes several seconds of
 * a processor to make one, and as long to migrate it.
 */
export async function writeEmptyStore(directory: string): Promise<void> {
  const { directories, files } = await emptyStore();
  for (const path of directories) await mkdir(join(directory, path), { recursive: true, mode: 0o700 });
  const paths = [...files.keys()].filter((path) => path !== MARK);
  const write = (path: string): Promise<void> =>
    writeFile(join(directory, path), files.get(path) ?? '', { mode: 0o600 });
  await someAtOnce(paths, write);
  // All are written by now, so one flush does most of the work of the others.
  await someAtOnce(paths, (path) => flush(join(directory, path)));
  await write(MARK);
  await flush(join(directory, MARK));
}

export async function emptyStore(): Promise<StoreFiles> {
  const packed = await readFile(EMPTY_STORE);
  return unpack(await promisify(zstdDecompress)(packed, { chunkSize: UNPACKED_BYTES }));
}

const head = z.object({
  directories: z.array(z.string()),
  files: z.array(z.tuple([z.string(), z.int().min(0)])),
});

/** What is shipped, before it is compressed: a line of JSON that lists the files with their sizes, then their bytes. */
export function pack({ directories, files }: StoreFiles): Buffer {
  const sizes = [...files].map(([path, bytes]) => [path, bytes.length]);
  const line = `${JSON.stringify({ directories, files: sizes })}\n`;
  return Buffer.concat([Buffer.from(line), ...files.values()]);
}

function unpack(packed: Buffer): StoreFiles {
  const end = packed.indexOf('\n');
  const { directories, files: sizes } = head.parse(JSON.parse(packed.toString('utf8', 0, end)));
  let at = end + 1;
  const files = new Map<string, Buffer>();
  for (const [path, size] of sizes) {
    files.set(path, packed.subarray(at, at + size));
    at += size;
  }
  return { directories, files };
}

async function someAtOnce(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const left = paths.values();
  const lane = async (): Promise<void> => {
    for (const path of left) await work(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.datasync();
}
