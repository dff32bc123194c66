import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

/** Made by `scripts/make-empty-postgres.ts`. */
export const EMPTY_STORE = new URL('empty-store.tar.zst', import.meta.url);

/** The files of a new store. They are shipped because PGlite takes several seconds of a processor to make them. */
export async function emptyStore(): Promise<Blob> {
  return new Blob([await promisify(zstdDecompress)(await readFile(EMPTY_STORE))]);
}
