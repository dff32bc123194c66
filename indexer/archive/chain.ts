import { join } from 'node:path';
import { type Base, readBase } from './increment.ts';
import type { ManifestFile } from './manifest.ts';
import { refused } from './verify.ts';

/** A whole export and those that continue it, in order. */
export interface Chain {
  readonly exports: readonly Base[];
  readonly newest: Base;
}

export interface ChainedFile extends ManifestFile {
  readonly path: string;
}

/** @throws ARCHIVE_CORRUPT, IMPORT_REFUSED if one does not continue the one before */
export async function readChain(first: string, others: readonly string[]): Promise<Chain> {
  let newest = await readBase(first);
  if (newest.manifest.base) throw refused(`${first} continues another export; name that one first`);
  const exports = [newest];
  for (const directory of others) {
    const next = await readBase(directory);
    if (next.manifest.base?.manifest_sha256 !== newest.sha256)
      throw refused(`${directory} does not continue ${newest.directory}`);
    exports.push(next);
    newest = next;
  }
  return { exports, newest };
}

/** The files of a table: of the newest export that has all of its rows, and of those after it. */
export function filesOf({ exports }: Chain, name: string): ChainedFile[] {
  const parts = exports.map(({ directory, manifest }) => ({
    directory,
    table: manifest.tables.find((table) => table.name === name),
  }));
  const start = parts.findLastIndex(({ table }) => table?.added === null);
  return parts
    .slice(start)
    .flatMap(({ directory, table }) =>
      (table?.files ?? []).map((file) => ({ ...file, path: join(directory, file.name) })),
    );
}
