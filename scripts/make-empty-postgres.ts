import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { createLogger } from '../core/kernel/logger.ts';
import { EMPTY_STORE, pack, type StoreFiles } from '../core/oltp/embedded/empty-store.ts';
import { migrateDecisions } from '../core/oltp/migrate.ts';
import { createOltp } from '../core/oltp/open.ts';

/**
 * Writes the files of an empty embedded store, `core/oltp/embedded/empty-store.zst`, with the PGlite that is installed
 * and the migrations of today. A test fails when those make other files: run this again then.
 */

/** Copies of the database that is used; two thirds of the files, which each start of a new store would write. */
const UNUSED = ['template0', 'template1'];

/** What PGlite makes where it finds nothing, migrated and closed in order. */
export async function makeEmptyStore(): Promise<StoreFiles> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-empty-'));
  const directory = join(dataDir, 'postgres');
  const logger = createLogger('error');
  try {
    const engine = await PGlite.create(directory);
    for (const name of UNUSED) {
      await engine.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`);
      await engine.exec(`DROP DATABASE ${name}`);
    }
    await engine.close();
    const oltp = await createOltp({ dataDir, logger });
    await migrateDecisions(oltp, { logger });
    await oltp.close();
    return await filesIn(directory);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function filesIn(directory: string): Promise<StoreFiles> {
  const directories: string[] = [];
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).replaceAll(sep, '/');
    if (entry.isDirectory()) directories.push(name);
    else files.set(name, await readFile(path));
  }
  return { directories: directories.sort(), files: new Map([...files].sort()) };
}

/** The files hold three databases that are nearly the same; the window is wide enough to see that. */
const params = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_checksumFlag]: 1,
};

if (process.argv[1] === import.meta.filename) {
  await writeFile(EMPTY_STORE, await promisify(zstdCompress)(pack(await makeEmptyStore()), { params }));
}
