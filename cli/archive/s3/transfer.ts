import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import {
  MANIFEST_FILE,
  type Manifest,
  manifestSha256,
  readManifest,
} from '../../../indexer/archive/manifest.ts';
import type { Session } from '../../session.ts';
import type { ArchiveLine } from '../lines.ts';
import { isS3, openS3Folder, type S3Folder } from './folder.ts';

/** Copies of what is in an S3-compatible store, below `DATA_DIR`, until the command ends. */
export class Staging {
  readonly #session: Session;
  #root: Promise<string> | undefined;

  constructor(session: Session) {
    this.#session = session;
    session.shutdown.onClose('the copies of exports', async () => {
      if (this.#root) await rm(await this.#root, { recursive: true, force: true });
    });
  }

  /** A path below it that does not exist yet. */
  async path(name: string): Promise<string> {
    const { DATA_DIR: dataDir } = this.#session.settings;
    this.#root ??= mkdir(dataDir, { recursive: true }).then(() => mkdtemp(join(resolve(dataDir), 'copies-')));
    return join(await this.#root, name);
  }

  folder(address: string): S3Folder {
    return openS3Folder(address, this.#session.settings, this.#session.shutdown.signal);
  }

  /** The directory of an export wherever it is, with its manifest alone. */
  async manifestOf(place: string): Promise<string> {
    if (!isS3(place)) return resolve(place);
    const directory = await this.path('base');
    await mkdir(directory);
    await this.folder(place).get(MANIFEST_FILE, join(directory, MANIFEST_FILE));
    return directory;
  }

  /** Copies an export here, if it is not on this machine. Its digests are for the import to check. */
  async *download(place: string, into: string): AsyncGenerator<ArchiveLine> {
    if (!isS3(place)) return;
    const folder = this.folder(place);
    await mkdir(into);
    await folder.get(MANIFEST_FILE, join(into, MANIFEST_FILE));
    const { manifest } = await readManifest(into);
    yield* each(manifest, 'download', (name) => folder.get(name, join(into, name)));
  }
}

/** Refuses an address that has an export already, before there is work to lose. @throws EXPORT_TARGET */
export async function requireUnused(folder: S3Folder): Promise<void> {
  if (!(await folder.has(MANIFEST_FILE))) return;
  throw new LaunchlensError('EXPORT_TARGET', { path: folder.address, reason: 'it exists already' });
}

/** Copies an export to a folder. The manifest comes last, and never replaces another one. */
export async function* upload(directory: string, folder: S3Folder): AsyncGenerator<ArchiveLine> {
  const { manifest } = await readManifest(directory);
  yield* each(manifest, 'upload', (name, sha256) =>
    folder.put(name, { path: join(directory, name), sha256 }),
  );
  const path = join(directory, MANIFEST_FILE);
  const sha256 = manifestSha256(await readFile(path, 'utf8'));
  await folder.put(MANIFEST_FILE, { path, sha256, ifNew: true });
}

async function* each(
  { tables }: Manifest,
  phase: 'upload' | 'download',
  copy: (name: string, sha256: string) => Promise<void>,
): AsyncGenerator<ArchiveLine> {
  const files = tables.flatMap(({ name, files }) => files.map((file) => ({ table: name, ...file })));
  const expected = files.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { table, name, sha256, rows } of files) {
    yield { event: 'progress', phase, table, rows: done, expected_rows: expected };
    await copy(name, sha256);
    done += rows;
  }
}
