import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { parseRewardRow, ROW_NAMES } from './row.ts';
import type { PlacedRow } from './rows.ts';

const inflate = (how: (input: Uint8Array) => Buffer) => (input: Uint8Array) => new Uint8Array(how(input));

/** Snappy and uncompressed files are supported natively. */
const compressors = {
  GZIP: inflate(gunzipSync),
  BROTLI: inflate(brotliDecompressSync),
  ZSTD: inflate(zstdDecompressSync),
};

/** Times finer than a millisecond become text, which the row's schema refuses, rather than being truncated. */
const parsers = {
  timestampFromMicroseconds: (micros: bigint) => timeOf(micros, 3),
  timestampFromNanoseconds: (nanos: bigint) => timeOf(nanos, 6),
};

/** @param digits decimal digits of a millisecond's fraction */
function timeOf(units: bigint, digits: number): Date | string {
  const perMs = 10n ** BigInt(digits);
  const rest = ((units % perMs) + perMs) % perMs;
  const time = new Date(Number((units - rest) / perMs));
  if (rest === 0n || Number.isNaN(time.getTime())) return time;
  return time.toISOString().replace('Z', `${rest.toString().padStart(digits, '0')}Z`);
}

/** Rows in memory at a time. */
const STEP = 8_192;

/**
 * Rows of a Parquet file with the field names of the wire format. Integers are 64-bit or decimal text, `at` is a
 * timestamp or text.
 * @throws REWARD_FILE_UNREADABLE
 */
export async function* parquetRows(path: string): AsyncGenerator<PlacedRow> {
  const unreadable = (cause: unknown) =>
    new LaunchlensError('REWARD_FILE_UNREADABLE', { file: path, reason: 'it is no Parquet file' }, cause);
  const opened = await open(path).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const { file, metadata, total } = opened;
  const names = new Set(metadata.schema.slice(1).map(({ name }) => name));
  const unknown = [...names].find((name) => !ROW_NAMES.some((known) => known === name));
  if (unknown !== undefined) {
    const reason = `it has a column ${JSON.stringify(unknown.slice(0, 40))}, which no row has`;
    throw new LaunchlensError('REWARD_FILE_UNREADABLE', { file: path, reason });
  }
  for (let from = 0; from < total; from += STEP) {
    const rowEnd = Math.min(from + STEP, total);
    const read = parquetReadObjects({ file, metadata, compressors, parsers, rowStart: from, rowEnd });
    const rows = await read.catch((cause: unknown) => {
      throw unreadable(cause);
    });
    for (const [index, row] of rows.entries())
      yield { line: from + index + 1, ...parseRewardRow(plain(row)) };
  }
}

async function open(path: string) {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  return { file, metadata, total: Number(metadata.num_rows) };
}

/** Small integers arrive as numbers; empty text in a column that does not apply means null. */
function plain(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      if (cell === undefined || cell === '') return [name, null];
      return [name, Number.isSafeInteger(cell) ? BigInt(cell as number) : cell];
    }),
  );
}
