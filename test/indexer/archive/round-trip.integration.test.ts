import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { type ExportOptions, exportIndex } from '../../../indexer/archive/export.ts';
import { importIndex } from '../../../indexer/archive/import.ts';
import type { Manifest } from '../../../indexer/archive/manifest.ts';
import { archivedTables } from '../../../indexer/archive/table.ts';
import { FILLED, fillAtRandom, fingerprint } from '../../support/archive/random-store.ts';
import { recompute } from '../../support/archive/recompute.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';

const logger = pino({ level: 'silent' });
const signal = new AbortController().signal;
const common = { clock: systemClock, logger, signal };

let root = '';
let server: ClickHouseServer;
let embedded: Olap;
let remote: Olap;
let first: Manifest;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'launchlens-archive-'));
  server = await startClickHouseServer();
  embedded = await createOlap({ dataDir: join(root, 'data'), logger });
  remote = await createOlap({ clickhouseUrl: server.url, dataDir: '/nonexistent', logger });
  for (const olap of [embedded, remote]) await migrate(olap, { logger });
  await fillAtRandom(embedded, { rows: 700 });
  first = await exported(embedded, 'first', { rowsPerFile: 250 });
});
afterAll(async () => {
  await embedded?.close();
  await remote?.close();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});
afterEach(async () => {
  if (await isEmpty(remote)) return;
  for (const { name } of await archivedTables(remote.scanner)) {
    await remote.writer.command({ sql: `TRUNCATE TABLE ${name}` });
  }
});

async function finish<Step, Result>(steps: AsyncGenerator<Step, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
  }
}

function exported(olap: Olap, name: string, options: Partial<ExportOptions> = {}): Promise<Manifest> {
  return finish(exportIndex({ ...common, olap, directory: join(root, name), ...options }));
}

function imported(olap: Olap, name: string, configured = {}): Promise<Manifest> {
  return finish(importIndex({ ...common, olap, directory: join(root, name), configured }));
}

function importedChain(olap: Olap, [name = '', ...others]: readonly string[]): Promise<Manifest> {
  const increments = others.map((other) => join(root, other));
  return finish(importIndex({ ...common, olap, directory: join(root, name), increments, configured: {} }));
}

function contents({ tables }: Manifest) {
  return tables.map(({ name, rows, digest, facts_digest }) => ({ name, rows, digest, facts_digest }));
}

async function fingerprints(olap: Olap): Promise<Record<string, string>> {
  const tables = await archivedTables(olap.scanner);
  const pairs = await Promise.all(tables.map(async (table) => [table.name, await fingerprint(olap, table)]));
  return Object.fromEntries(pairs);
}

async function copyOf(name: string, copy: string): Promise<string> {
  const directory = join(root, copy);
  await mkdir(directory);
  for (const file of await readdir(join(root, name))) {
    await copyFile(join(root, name, file), join(directory, file));
  }
  return directory;
}

async function isEmpty(olap: Olap): Promise<boolean> {
  const parts = (await archivedTables(olap.scanner)).map(({ name }) => `SELECT count() AS n FROM ${name}`);
  const sql = `SELECT sum(n) AS rows FROM (${parts.join(' UNION ALL ')})`;
  const [found] = await olap.scanner.query({ sql }, z.object({ rows: z.string() }));
  return found?.rows === '0';
}

test('an index without a checkpoint is not exported', async () => {
  await expect(exported(remote, 'empty')).rejects.toMatchObject({ code: 'EXPORT_EMPTY' });
});

describe('an exported index', () => {
  test('holds every table of the index in files of bounded size, and none of the bookkeeping', () => {
    expect(first.complete).toBe(true);
    const names = first.tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['audits', 'checkpoints', 'coverage', 'escrow_flows', 'flow_coverage', 'index_identity'],
        ...['launch_versions', 'mint_versions', 'pledge_versions', 'quarantine', 'reward_events', 'slots'],
        'token_account_versions',
      ]),
    );
    for (const own of ['leases', 'imports', 'schema_migrations', 'pledge_wallets', 'known_addresses']) {
      expect(names).not.toContain(own);
    }
    const pledges = first.tables.find(({ name }) => name === 'pledge_versions');
    expect(pledges?.files.length).toBeGreaterThan(1);
    for (const { files } of first.tables) for (const { rows } of files) expect(rows).toBeLessThanOrEqual(250);
  });

  test('leaves nothing of itself in the store', async () => {
    const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'archive%'`;
    expect(await embedded.reader.query({ sql }, z.unknown())).toEqual([]);
  });

  test('goes from an embedded store into a server and back with every row and every digest', async () => {
    // When the index is loaded into a server, and what is there is exported again
    await imported(remote, 'first');
    const second = await exported(remote, 'second');

    // Then both exports hold the same, as the rows themselves do
    expect(contents(second)).toEqual(contents(first));
    const before = await fingerprints(embedded);
    const after = await fingerprints(remote);
    // Checkpoints below the newest one thin out with its slots.
    expect({ ...after, checkpoints: '' }).toEqual({ ...before, checkpoints: '' });

    // And the wallets' own order of pledges is there again
    const wallets = 'SELECT count() AS n FROM pledge_wallets FINAL';
    const [here] = await embedded.reader.query({ sql: wallets }, z.unknown());
    expect(await remote.reader.query({ sql: wallets }, z.unknown())).toEqual([here]);

    // When it goes back into the embedded store, emptied
    for (const { name } of await archivedTables(embedded.scanner)) {
      await embedded.writer.command({ sql: `TRUNCATE TABLE ${name}` });
    }
    await imported(embedded, 'second');
    expect(contents(await exported(embedded, 'third'))).toEqual(contents(first));
    expect(await fingerprints(embedded)).toEqual(after);
  });

  test('gives equal files for equal rows', async () => {
    const again = await exported(embedded, 'again', { rowsPerFile: 250 });
    expect(again.tables).toEqual(first.tables);
  });

  test('has digests that anyone can recompute from its files', async () => {
    for (const name of ['pledge_versions', 'coverage', 'slots', 'audits', 'escrow_flows', 'reward_events']) {
      const table = first.tables.find((one) => one.name === name);
      if (!table) throw new Error(`${name} was not exported`);
      expect([name, await recompute(join(root, 'first'), table)]).toEqual([name, table.digest]);
    }
  });

  test('as of an earlier slot ends there in every table', async () => {
    const slot = FILLED.slot - 200n;
    const past = await exported(embedded, 'past', { asOfSlot: slot });
    expect(past.checkpoint).toMatchObject({ slot: slot.toString(), revision: FILLED.revision.toString() });
    await imported(remote, 'past');
    const [reach] = await remote.reader.query(
      {
        sql: `SELECT (SELECT max(slot) FROM slots) AS slots, (SELECT max(slot) FROM pledge_versions) AS pledges,
          (SELECT max(from_slot) FROM coverage) AS coverage, (SELECT max(to_slot) FROM coverage) AS covered,
          (SELECT slot FROM checkpoint) AS checkpoint,
          (SELECT maxIf(to_slot, to_slot != 18446744073709551615) FROM flow_coverage) AS flows`,
      },
      z.record(z.string(), z.coerce.bigint()),
    );
    for (const [name, value] of Object.entries(reach ?? {})) {
      expect([name, value <= slot]).toEqual([name, true]);
    }
    expect(reach?.checkpoint).toBe(slot);
  });

  test('as of a slot above the newest is refused', async () => {
    const asOfSlot = FILLED.slot + 1n;
    await expect(exported(embedded, 'above', { asOfSlot })).rejects.toMatchObject({ code: 'EXPORT_SLOT' });
    expect((await readdir(root)).filter((name) => name.startsWith('above'))).toEqual([]);
  });

  test('of some tables is for reading only', async () => {
    const some = await exported(embedded, 'some', { tables: ['slots'] });
    expect(some.tables.map(({ name }) => name)).toEqual(['checkpoints', 'slots']);
    await expect(imported(remote, 'some')).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    await expect(exported(embedded, 'none', { tables: ['nothing'] })).rejects.toMatchObject({
      code: 'EXPORT_TABLE_UNKNOWN',
    });
  });

  test('never replaces a directory', async () => {
    await expect(exported(embedded, 'first')).rejects.toMatchObject({ code: 'EXPORT_TARGET' });
  });
});

describe('an import', () => {
  test('is refused into a store that holds anything', async () => {
    await imported(remote, 'first');
    await expect(imported(remote, 'first')).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    expect((await fingerprints(remote)).pledge_versions).not.toMatch(/^0 /);
  });

  test.each([
    ['genesis_hash', 'genesis'],
    ['program_id', 'ESCROW_PROGRAM_ID'],
    ['cluster', 'SOLANA_CLUSTER'],
    ['commitment', 'INDEX_COMMITMENT'],
    ['idl_hash', 'account layout'],
  ])('is refused for another %s', async (part, named) => {
    const refused = imported(remote, 'first', { [part]: 'another' });
    await expect(refused).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringContaining(named),
    });
    expect(await isEmpty(remote)).toBe(true);
  });

  const edits: readonly (readonly [string, (manifest: Manifest, directory: string) => unknown, RegExp])[] = [
    ['a manifest that is cut off', (_, at) => truncate(at, 'manifest.json'), /manifest\.json/],
    ['no manifest', (_, at) => rm(join(at, 'manifest.json')), /manifest\.json/],
    ['a newer format', (m) => ({ ...m, format: 3 }), /format 3/],
    ['an unknown entry', (m) => ({ ...m, surprise: 1 }), /manifest/],
    ['a newer schema', (m) => ({ ...m, schema: { ...m.schema, version: 999 } }), /schema 999/],
    ['a changed step', (m) => withStep(m, 'f'.repeat(64)), /schema step 1 /],
    ['a missing file', (_, at) => rm(join(at, 'slots-00001.parquet')), /slots-00001.*missing/],
    ['a file too many', (_, at) => writeFile(join(at, 'more.parquet'), ''), /more\.parquet/],
    [
      'a file that is cut off',
      (_, at) => truncate(at, 'pledge_versions-00002.parquet'),
      /pledge_versions-00002/,
    ],
    ['a flipped bit', (_, at) => flip(at, 'launch_versions-00001.parquet'), /launch_versions-00001.*SHA-256/],
    ['two files in each other’s place', (_, at) => swap(at), /(pledge|launch)_versions-00001/],
    ['another count of rows', (m) => withTable(m, 'slots', { rows: 1 }), /slots/],
    ['another digest', (m) => withTable(m, 'slots', { digest: '0'.repeat(64) }), /slots.*digest/],
    ['a path for a name', (m) => withFileName(m, '../slots-00001.parquet'), /name/],
    ['a table of another program', (m) => withTable(m, 'slots', { name: 'slotz' }), /slotz/],
  ];
  test.each(edits)(
    'of an export with %s is refused by name, and the store stays empty',
    async (what, edit, named) => {
      const copy = `copy of ${edits.findIndex(([name]) => name === what)}`;
      const directory = await copyOf('first', copy);
      const manifest = await edit(first, directory);
      if (manifest) await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));

      await expect(imported(remote, copy)).rejects.toMatchObject({
        code: expect.stringMatching(/ARCHIVE_CORRUPT|IMPORT_REFUSED/),
        message: expect.stringMatching(named),
      });
      expect(await isEmpty(remote)).toBe(true);
    },
  );
});

describe('an increment', () => {
  const since = (name: string) => ({ since: join(root, name) });
  const addedTo = (manifest: Manifest, name: string) =>
    manifest.tables.find((table) => table.name === name)?.added?.rows;

  /** One more slot, with an account in it. */
  async function grow(slot: bigint, revision: bigint): Promise<void> {
    for (const sql of [
      `INSERT INTO slots (slot, parent_slot, blockhash, revision) SELECT ${slot}, ${slot - 1n}, '', ${revision}`,
      `INSERT INTO mint_versions (address, slot, decimals, revision) SELECT unhex('0A'), ${slot}, 6, ${revision}`,
      `INSERT INTO checkpoints (slot, revision, chain_slot, slot_time, commitment, indexed_at)
        SELECT ${slot}, ${revision}, ${slot}, 1790000000, 'confirmed', now64(3)`,
    ])
      await embedded.writer.command({ sql });
  }

  test('has only what its base lacks, and both together are the whole index', async () => {
    await exported(embedded, 'base');
    await grow(FILLED.slot + 1n, FILLED.revision + 1n);
    const one = await exported(embedded, 'one', since('base'));
    await grow(FILLED.slot + 2n, FILLED.revision + 2n);
    // And a row below the base, which a correction replaced
    await embedded.writer.command({
      sql: `INSERT INTO token_account_versions SELECT * REPLACE (${FILLED.revision + 2n} AS revision)
        FROM token_account_versions FINAL LIMIT 1`,
    });
    const two = await exported(embedded, 'two', since('one'));
    const whole = await exported(embedded, 'whole');

    for (const increment of [one, two]) {
      expect(addedTo(increment, 'slots')).toBe(1);
      expect(addedTo(increment, 'mint_versions')).toBe(1);
      expect(addedTo(increment, 'pledge_versions')).toBe(0);
    }
    expect(addedTo(two, 'token_account_versions')).toBeUndefined();
    expect(contents(two)).toEqual(contents(whole));

    await importedChain(remote, ['base', 'one', 'two']);
    expect(contents(await exported(remote, 'joined'))).toEqual(contents(whole));
  });

  test.each([
    ['without its base', ['one'], 'continues another export'],
    ['after another export than its base', ['base', 'two'], 'does not continue'],
    ['with an export that stands alone after it', ['base', 'one', 'whole'], 'does not continue'],
  ])('is refused %s', async (_, names, reason) => {
    await expect(importedChain(remote, names)).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringContaining(reason),
    });
    expect(await isEmpty(remote)).toBe(true);
  });

  test('is refused over a base of another chain, one that ends later, or one of some tables', async () => {
    const edited = async (name: string, change: (manifest: Manifest) => Manifest): Promise<void> => {
      const manifest = JSON.parse(await readFile(join(root, 'base', 'manifest.json'), 'utf8'));
      await mkdir(join(root, name));
      await writeFile(join(root, name, 'manifest.json'), JSON.stringify(change(manifest)));
    };
    const slot = (FILLED.slot + 9n).toString();
    await edited('foreign', (m) => ({ ...m, identity: { ...m.identity, genesis_hash: 'another' } }));
    await edited('later', (m) => ({ ...m, checkpoint: { ...m.checkpoint, slot } }));
    await edited('partial', (m) => ({ ...m, complete: false }));

    for (const name of ['foreign', 'later', 'partial'])
      await expect(exported(embedded, `after ${name}`, since(name))).rejects.toMatchObject({
        code: 'EXPORT_SINCE',
        exit: 2,
      });
  });
});

function withStep(manifest: Manifest, checksum: string): Manifest {
  const steps = manifest.schema.steps.map((step) => (step.number === 1 ? { ...step, checksum } : step));
  return { ...manifest, schema: { ...manifest.schema, steps } };
}

function withTable(manifest: Manifest, name: string, change: Partial<Manifest['tables'][number]>): Manifest {
  const tables = manifest.tables.map((table) => (table.name === name ? { ...table, ...change } : table));
  return { ...manifest, tables };
}

function withFileName(manifest: Manifest, name: string): Manifest {
  const [file] = manifest.tables.find((table) => table.name === 'slots')?.files ?? [];
  if (!file) throw new Error('slots have no file');
  return withTable(manifest, 'slots', { files: [{ ...file, name }] });
}

async function truncate(directory: string, name: string): Promise<void> {
  const bytes = await readFile(join(directory, name));
  await writeFile(join(directory, name), bytes.subarray(0, bytes.length - 9));
}

async function flip(directory: string, name: string): Promise<void> {
  const bytes = await readFile(join(directory, name));
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(join(directory, name), bytes);
}

async function swap(directory: string): Promise<void> {
  const [a, b] = ['pledge_versions-00001.parquet', 'launch_versions-00001.parquet'].map((name) =>
    join(directory, name),
  );
  const [one, other] = [await readFile(a ?? ''), await readFile(b ?? '')];
  await writeFile(a ?? '', other);
  await writeFile(b ?? '', one);
}
