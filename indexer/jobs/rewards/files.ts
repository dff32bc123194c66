import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parquetRows } from '../../../core/ledger/ingest/parquet-rows.ts';
import { csvRows, ndjsonRows, type PlacedRow } from '../../../core/ledger/ingest/rows.ts';

/** A file of reward events. */
export interface RewardFile {
  readonly path: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
  rows(): AsyncIterable<PlacedRow>;
}

const READERS: Readonly<Record<string, (path: string) => AsyncIterable<PlacedRow>>> = {
  '.ndjson': (path) => ndjsonRows(createReadStream(path)),
  '.jsonl': (path) => ndjsonRows(createReadStream(path)),
  '.csv': (path) => csvRows(createReadStream(path)),
  '.parquet': parquetRows,
};

/** @throws REWARD_FILE_UNREADABLE */
export async function openRewardFiles(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly RewardFile[]> {
  const files: RewardFile[] = [];
  for (const path of paths) files.push(await openRewardFile(resolve(path), signal));
  return files;
}

async function openRewardFile(path: string, signal: AbortSignal): Promise<RewardFile> {
  const reader = READERS[extname(path).toLowerCase()];
  const unreadable = (reason: string, cause?: unknown) =>
    new LaunchlensError('REWARD_FILE_UNREADABLE', { file: path, reason }, cause);
  if (!reader) throw unreadable(`its name ends in none of ${Object.keys(READERS).join(', ')}`);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(error instanceof Error ? error.message : String(error), error);
  }
  return { path, sha256: hash.digest('hex'), rows: () => reader(path) };
}
