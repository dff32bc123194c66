import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import type { ManifestTable } from '../../../indexer/archive/manifest.ts';

/** The digest of a table by the words of its documentation, from its files alone. */
export async function recompute(directory: string, { columns, files }: ManifestTable): Promise<string> {
  const order = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  let sum = 0n;
  for (const { name } of files) {
    const file = new Uint8Array(await readFile(`${directory}/${name}`)).buffer;
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
    for (const row of await parquetReadObjects({ file, compressors, utf8: false })) {
      const text = order.map((column) => cell(row[column.name], column.type)).join('|');
      const hash = createHash('sha256').update(text).digest().reverse();
      sum += BigInt(`0x${hash.toString('hex')}`);
    }
  }
  return (sum % 2n ** 256n).toString(16).padStart(64, '0');
}

function cell(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return String(value.getTime());
  if (value instanceof Uint8Array && type.startsWith('Enum')) return Buffer.from(value).toString('utf8');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase();
  if (/String/.test(type)) return Buffer.from(String(value), 'utf8').toString('hex').toUpperCase();
  return String(value);
}
