import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { holdLease, INDEXER_LEASE, type Lease } from '../../core/olap/lease.ts';
import { type ColumnType, type Olap, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { hasUnfinishedImport } from '../model/imports.ts';
import { type Chain, type ChainedFile, filesOf, readChain } from './chain.ts';
import { contentOf } from './digest.ts';
import type { ArchiveStep } from './export.ts';
import type { ArchivedIdentity, Manifest, ManifestTable } from './manifest.ts';
import { archivedTables, COPIES, type Table } from './table.ts';
import { corrupt, refused, requireIdentity, requireKnownSchema, verifyFiles } from './verify.ts';

export interface ImportOptions {
  readonly olap: Olap;
  readonly directory: string;
  /** The exports that continue it, in their order. */
  readonly increments?: readonly string[];
  /** The settings of this process; omitted parts are not compared. */
  readonly configured: Partial<ArchivedIdentity>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A table of the manifest with its columns in this store. */
interface Load {
  readonly listed: ManifestTable;
  readonly columns: readonly ColumnType[];
  readonly files: readonly ChainedFile[];
}

/**
 * Loads an exported index into an empty store. Everything is verified before the first row is written, and the
 * digest of every table afterwards. The checkpoint comes last; the next import removes what an interrupted one
 * left.
 * @throws ARCHIVE_CORRUPT, IMPORT_REFUSED, STORE_HELD, OLAP_FILE_FAILED
 */
export async function* importIndex(options: ImportOptions): AsyncGenerator<ArchiveStep, Manifest> {
  const { olap, directory, increments = [], clock, logger, signal } = options;
  const chain = await readChain(directory, increments);
  for (const { manifest } of chain.exports) {
    await requireKnownSchema(manifest);
    requireIdentity(manifest, options.configured);
  }
  for (const one of chain.exports) yield* verifyFiles(one.directory, one.manifest, signal);
  const { manifest, sha256 } = chain.newest;

  const shutdown = { signal, onClose: () => undefined };
  const lease = await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown });
  try {
    const tables = await archivedTables(olap.scanner);
    const loads = matched(chain, manifest, tables);
    const lane = lease.guard(olap.writer);
    await requireEmpty(lane, tables);
    const ledger = new ImportLedger(lane, { slot: BigInt(manifest.checkpoint.slot), sha256 });
    await ledger.record('started');
    try {
      await empty(lane, tables);
      yield* loadTables(loads, options, lease);
    } catch (error) {
      await empty(lane, tables);
      await ledger.record('abandoned');
      throw error;
    }
    await ledger.record('finished');
    return withFiles(manifest, loads);
  } finally {
    await lease.release();
  }
}

function matched(chain: Chain, { tables }: Manifest, found: readonly Table[]): readonly Load[] {
  return tables.map((listed) => {
    const table = found.find(({ name }) => name === listed.name);
    if (!table) throw refused(`this program has no table ${listed.name}`);
    const columns = listed.columns.map(({ name }) => {
      const column = table.columns.find((one) => one.name === name);
      if (!column) throw refused(`table ${listed.name} has no column ${name} here`);
      return column;
    });
    return { listed, columns, files: filesOf(chain, listed.name) };
  });
}

/** The manifest of everything that was loaded. */
function withFiles(manifest: Manifest, loads: readonly Load[]): Manifest {
  return {
    ...manifest,
    tables: loads.map(({ listed, files }) => ({
      ...listed,
      files: files.map(({ path: _, ...file }) => file),
    })),
  };
}

const countRow = z.object({ rows: unsignedColumn });

/** @throws IMPORT_REFUSED */
async function requireEmpty(lane: OlapLane, tables: readonly Table[]): Promise<void> {
  if (await hasUnfinishedImport(lane)) return;
  for (const { name } of tables) {
    const [found] = await lane.query({ sql: `SELECT count() AS rows FROM ${name}` }, countRow);
    if (found?.rows !== 0n) throw refused(`the store is not empty: ${name} has ${found?.rows} rows`);
  }
}

/** The checkpoint is removed first, so that nobody reads rows while they are being removed. */
async function empty(lane: OlapLane, tables: readonly Table[]): Promise<void> {
  const others = tables.map(({ name }) => name).filter((name) => name !== 'checkpoints');
  for (const name of ['checkpoints', ...others, ...COPIES])
    await lane.command({ sql: `TRUNCATE TABLE ${name}` });
}

/** Identity and checkpoint turn the rows into an index, so they come after everything else was loaded and checked. */
const LAST = ['index_identity', 'checkpoints'];

async function* loadTables(
  loads: readonly Load[],
  options: ImportOptions,
  lease: Lease,
): AsyncGenerator<ArchiveStep> {
  const expected = loads.reduce((sum, { listed }) => sum + listed.rows, 0);
  const order = loads.toSorted((a, b) => LAST.indexOf(a.listed.name) - LAST.indexOf(b.listed.name));
  let rows = 0;
  for (const load of order) {
    const { name } = load.listed;
    for (const file of load.files) {
      yield { phase: 'load', table: name, rows, expected };
      lease.requireHeld();
      const { signal, olap } = options;
      const until = AbortSignal.any([signal, lease.lost]);
      await olap.files.read(file.path, { table: name, columns: load.columns, signal: until });
      rows += file.rows;
    }
    yield { phase: 'check', table: name, rows, expected };
    await requireDigest(load, options);
  }
}

async function requireDigest({ listed, columns }: Load, { olap, signal }: ImportOptions): Promise<void> {
  const content = await contentOf(
    olap.scanner,
    { name: listed.name, columns },
    { from: listed.name, signal },
  );
  if (content.rows !== BigInt(listed.rows)) {
    throw corrupt(listed.name, `${content.rows} rows came of ${listed.rows}`);
  }
  if (content.digest !== listed.digest) throw corrupt(listed.name, 'its rows give another digest');
}

/** The row of `imports` that says whether the store has a whole index. */
class ImportLedger {
  readonly #lane: OlapLane;
  readonly #parameters: Readonly<Record<string, string | bigint>>;

  constructor(lane: OlapLane, { slot, sha256 }: { slot: bigint; sha256: string }) {
    this.#lane = lane;
    this.#parameters = { id: randomUUID(), slot, sha256 };
  }

  record(state: 'started' | 'finished' | 'abandoned'): Promise<void> {
    const sql = `INSERT INTO imports (id, state, slot, manifest_sha256, at)
      SELECT {id:String}, {state:String}, {slot:UInt64}, {sha256:String}, now64(3, 'UTC')`;
    return this.#lane.command({ sql, parameters: { ...this.#parameters, state } });
  }
}
