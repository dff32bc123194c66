import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { readMigrations } from '../../core/olap/migrations/files.ts';
import { digestFile } from './digest.ts';
import type { ArchiveStep } from './export.ts';
import type { ArchivedIdentity } from './manifest.ts';
import { MANIFEST_FILE, type Manifest } from './manifest.ts';

/**
 * Checks that the directory contains what its manifest lists, byte for byte, and nothing else. @throws
 * ARCHIVE_CORRUPT
 */
export async function* verifyFiles(
  directory: string,
  { tables }: Manifest,
  signal: AbortSignal,
): AsyncGenerator<ArchiveStep> {
  requireSums(tables);
  const files = tables.flatMap(({ name, files }) => files.map((file) => ({ table: name, file })));
  requireNames(directory, new Set(files.map(({ file }) => file.name)), await readdir(directory));
  const expected = files.reduce((sum, { file }) => sum + file.rows, 0);
  let rows = 0;
  for (const { table, file } of files) {
    yield { phase: 'verify', table, rows, expected };
    const path = join(directory, file.name);
    const { bytes, sha256 } = await digestFile(path, signal);
    if (bytes !== file.bytes) throw corrupt(path, `it has ${bytes} bytes, not ${file.bytes}`);
    if (sha256 !== file.sha256) throw corrupt(path, 'its SHA-256 is another than the manifest says');
    rows += file.rows;
  }
}

function requireSums(tables: Manifest['tables']): void {
  const seen = new Set<string>();
  for (const { name, rows: all, added, files } of tables) {
    const rows = added?.rows ?? all;
    const sum = files.reduce((total, file) => total + file.rows, 0);
    if (sum !== rows) throw corrupt(MANIFEST_FILE, `table ${name} has ${rows} rows and its files ${sum}`);
    for (const one of [name, ...files.map((file) => file.name)]) {
      if (seen.has(one)) throw corrupt(MANIFEST_FILE, `${one} is listed twice`);
      seen.add(one);
    }
  }
}

function requireNames(directory: string, listed: ReadonlySet<string>, found: readonly string[]): void {
  const missing = [...listed].find((name) => !found.includes(name));
  if (missing !== undefined) throw corrupt(join(directory, missing), 'it is missing');
  const extra = found.find((name) => name !== MANIFEST_FILE && !listed.has(name));
  if (extra !== undefined) throw corrupt(join(directory, extra), 'the manifest does not list it');
}

/** @throws IMPORT_REFUSED */
export async function requireKnownSchema({ complete, schema }: Manifest): Promise<void> {
  if (!complete) throw refused('the export holds only some of the tables');
  const known = await readMigrations();
  const newest = known.at(-1)?.number ?? 0;
  if (schema.version > newest) {
    throw refused(
      `it was exported with schema ${schema.version}, newer than the ${newest} this program knows`,
    );
  }
  for (const { number, name, checksum } of schema.steps) {
    if (known.find((step) => step.number === number)?.checksum === checksum) continue;
    throw refused(`schema step ${number} (${name}) is not the one this program knows`);
  }
}

/** The display name of each part of the identity, and the setting that gives it. */
const NAMES = {
  genesis_hash: 'genesis hash',
  program_id: 'program (ESCROW_PROGRAM_ID)',
  cluster: 'cluster (SOLANA_CLUSTER)',
  commitment: 'commitment (INDEX_COMMITMENT)',
  idl_hash: 'account layout',
} as const satisfies Record<keyof ArchivedIdentity, string>;

/** @throws IMPORT_REFUSED */
export function requireIdentity({ identity }: Manifest, configured: Partial<ArchivedIdentity>): void {
  for (const part of Object.keys(NAMES) as (keyof ArchivedIdentity)[]) {
    const wanted = configured[part];
    if (wanted === undefined || wanted === identity[part]) continue;
    throw refused(`its ${NAMES[part]} is ${identity[part]}, not ${wanted}`);
  }
}

export function refused(reason: string): LaunchlensError {
  return new LaunchlensError('IMPORT_REFUSED', { reason });
}

export function corrupt(file: string, reason: string): LaunchlensError {
  return new LaunchlensError('ARCHIVE_CORRUPT', { file, reason });
}
