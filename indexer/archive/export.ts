import { join } from 'node:path';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { fileFailure } from '../../core/olap/file-failure.ts';
import { holdLease } from '../../core/olap/lease.ts';
import { readMigrations } from '../../core/olap/migrations/files.ts';
import type { Olap } from '../../core/olap/port.ts';
import { chunksOf } from './chunks.ts';
import { type Content, contentOf, digestFile, syncFile } from './digest.ts';
import { dropFrozen, type Frozen, type FrozenTable, freeze } from './frozen.ts';
import { addedPart, type Base, type Part, readBase, requireContinued } from './increment.ts';
import {
  FORMAT,
  identityToExport,
  type Manifest,
  type ManifestFile,
  type ManifestTable,
  writeManifest,
} from './manifest.ts';
import { archivedTables, type Table } from './table.ts';
import { openTarget } from './target.ts';

export interface ExportOptions {
  readonly olap: Olap;
  readonly directory: string;
  /** The tables to write; by default the whole index. */
  readonly tables?: readonly string[] | undefined;
  readonly asOfSlot?: bigint | undefined;
  /** The directory of an earlier export: only what it lacks is written. */
  readonly since?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The most rows per file. */
  readonly rowsPerFile?: number;
}

/** Reports progress; the counts are of rows. */
export interface ArchiveStep {
  readonly phase: 'export' | 'verify' | 'load' | 'check';
  readonly table: string;
  readonly rows: number;
  readonly expected: number;
}

const ROWS_PER_FILE = 1_000_000;

/**
 * Writes the index as Parquet files, pinned at one checkpoint, while the store stays in use. The directory
 * appears when everything is written. Returns the manifest.
 * @throws EXPORT_EMPTY, EXPORT_SLOT, EXPORT_SINCE, EXPORT_TABLE_UNKNOWN, EXPORT_TARGET, EXPORT_UNSTEADY,
 * STORE_HELD, ARCHIVE_CORRUPT, OLAP_FILE_FAILED
 */
export async function* exportIndex(options: ExportOptions): AsyncGenerator<ArchiveStep, Manifest> {
  const { olap, clock, logger, signal } = options;
  const base = options.since === undefined ? undefined : await readBase(options.since);
  const shutdown = { signal, onClose: () => undefined };
  const lease = await holdLease({ olap, name: 'export', clock, logger, shutdown });
  try {
    const all = await archivedTables(olap.scanner);
    const tables = choose(all, options.tables);
    const target = await openTarget(options.directory);
    try {
      const frozen = await freeze(olap.scanner, tables, options.asOfSlot);
      const manifest = yield* writeTables(frozen, target.partial, { ...options, base });
      const whole = { ...manifest, complete: tables.length === all.length };
      signal.throwIfAborted();
      lease.requireHeld();
      await writeManifest(target.partial, whole);
      await target.finish();
      return whole;
    } catch (error) {
      await target.discard();
      throw fileFailure(options.directory, error);
    }
  } finally {
    await dropFrozen(olap.scanner).catch((error: unknown) =>
      logger.warn({ err: error }, 'an export left tables'),
    );
    await lease.release();
  }
}

function choose(all: readonly Table[], wanted: readonly string[] | undefined): readonly Table[] {
  if (!wanted) return all;
  const known = all.map(({ name }) => name);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new LaunchlensError('EXPORT_TABLE_UNKNOWN', { table: unknown, known: known.join(', ') });
  }
  // The checkpoint's own table determines how far everything else reaches.
  return all.filter(({ name }) => wanted.includes(name) || name === 'checkpoints');
}

interface WriteOptions extends ExportOptions {
  readonly base: Base | undefined;
}

async function* writeTables(
  { pin, tables }: Frozen,
  directory: string,
  options: WriteOptions,
): AsyncGenerator<ArchiveStep, Omit<Manifest, 'complete'>> {
  const { olap, clock, signal, base } = options;
  const identity = await identityToExport(olap.scanner);
  if (base) requireContinued(base, { identity, pin });
  const contents: (readonly [FrozenTable, Content, Part])[] = [];
  for (const table of tables) {
    const content = await contentOf(olap.scanner, table, { ...table, signal });
    const added = base && (await addedPart(olap.scanner, { table, content, base, signal }));
    contents.push([table, content, added ?? { table, content, added: null }]);
  }
  const expected = contents.reduce((sum, [, , part]) => sum + Number(part.content.rows), 0);
  const written: ManifestTable[] = [];
  let rows = 0;
  for (const [table, content, part] of contents) {
    const files: ManifestFile[] = [];
    signal.throwIfAborted();
    yield { phase: 'export', table: table.name, rows, expected };
    for await (const file of writeFiles(part.table, { directory, content: part.content, options })) {
      files.push(file);
      rows += file.rows;
      yield { phase: 'export', table: table.name, rows, expected };
    }
    written.push(described(table, content, { added: part.added, files }));
  }
  const { slot, revision, rewardRevision } = pin;
  return {
    format: FORMAT,
    created_at: new Date(clock.now()).toISOString(),
    identity,
    schema: await schemaSteps(),
    checkpoint: {
      slot: slot.toString(),
      revision: revision.toString(),
      reward_revision: rewardRevision.toString(),
    },
    base: base ? { manifest_sha256: base.sha256, slot: base.manifest.checkpoint.slot } : null,
    tables: written,
  };
}

interface Writing {
  readonly directory: string;
  readonly content: Content;
  readonly options: ExportOptions;
}

async function* writeFiles(
  table: FrozenTable,
  { directory, content, options }: Writing,
): AsyncGenerator<ManifestFile> {
  const { olap, signal, rowsPerFile = ROWS_PER_FILE } = options;
  let left = Number(content.rows);
  let number = 0;
  if (left === 0) return;
  const columns = table.columns.map(({ name }) => name).join(', ');
  for await (const { from, parameters } of chunksOf(olap.scanner, table, rowsPerFile)) {
    if (left === 0) return;
    signal.throwIfAborted();
    number += 1;
    const name = `${table.name}-${String(number).padStart(5, '0')}.parquet`;
    const path = join(directory, name);
    await olap.files.write({ sql: `SELECT ${columns} FROM ${from}`, parameters, signal }, path);
    await syncFile(path);
    const rows = Math.min(left, rowsPerFile);
    left -= rows;
    yield { name, rows, ...(await digestFile(path, signal)) };
  }
}

function described(
  { name, columns }: Table,
  content: Content,
  { added, files }: Pick<ManifestTable, 'added' | 'files'>,
): ManifestTable {
  return {
    name,
    columns: columns.map((column) => ({ ...column })),
    rows: Number(content.rows),
    digest: content.digest,
    facts_digest: content.factsDigest ?? null,
    added,
    files,
  };
}

async function schemaSteps(): Promise<Manifest['schema']> {
  const steps = await readMigrations();
  return {
    version: steps.at(-1)?.number ?? 0,
    steps: steps.map(({ number, name, checksum }) => ({ number, name, checksum })),
  };
}
