import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { EMPTY_STORE } from '../core/oltp/embedded/empty-store.ts';

/**
 * Writes the files of an empty embedded store, `core/oltp/embedded/empty-store.tar.zst`, with the PGlite that is
 * installed. A test fails when that PGlite makes other files: run this again then.
 */

/** A tar archive of what PGlite makes where it finds nothing. */
export async function makeEmptyStore(): Promise<Blob> {
  const engine = await PGlite.create();
  try {
    return await engine.dumpDataDir('none');
  } finally {
    await engine.close();
  }
}

/** The files hold three databases that are the same; the window is wide enough to see that. */
const params = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_checksumFlag]: 1,
};

if (process.argv[1] === import.meta.filename) {
  const files = Buffer.from(await (await makeEmptyStore()).arrayBuffer());
  await writeFile(EMPTY_STORE, await promisify(zstdCompress)(files, { params }));
}
