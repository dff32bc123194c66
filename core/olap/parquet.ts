import { open } from 'node:fs/promises';
import { LaunchlensError } from '../kernel/errors/error.ts';

/** How Parquet files are written: small row groups, because a reader keeps one in memory. */
export const PARQUET = {
  output_format_parquet_row_group_size: '65536',
  output_format_parquet_compression_method: 'zstd',
  /** One thread, so that equal rows give equal files and a live indexer keeps its cores. */
  max_threads: 1,
} as const;

export const PARQUET_SETTINGS = Object.entries(PARQUET)
  .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
  .join(', ');

const MAGIC = Buffer.from('PAR1');

/**
 * Checks that a file is complete: the embedded engine reports nothing when the disk fills up.
 * @throws OLAP_FILE_FAILED
 */
export async function requireWhole(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(MAGIC.length);
    await file.read(end, 0, MAGIC.length, Math.max(0, size - MAGIC.length));
    if (end.equals(MAGIC)) return;
  } finally {
    await file.close();
  }
  throw new LaunchlensError('OLAP_FILE_FAILED', {
    path,
    reason: 'it was cut off, as by a disk that is full',
  });
}
