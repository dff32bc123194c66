import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { exportIndex } from '../../../indexer/archive/export.ts';
import { importIndex } from '../../../indexer/archive/import.ts';
import type { Manifest } from '../../../indexer/archive/manifest.ts';
import { recompute } from '../../support/archive/recompute.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { IndexBuilder } from '../../support/index-builder.ts';

const logger = pino({ level: 'silent' });
const common = { clock: systemClock, logger, signal: new AbortController().signal };

let root = '';
let server: ClickHouseServer;
let olap: Olap;
let index: IndexBuilder;
let exports = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'launchlens-archive-'));
  server = await startClickHouseServer();
  olap = await createOlap({ clickhouseUrl: server.url, dataDir: '/nonexistent', logger });
  await migrate(olap, { logger });
});
afterAll(async () => {
  await olap?.close();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

/** An index of slots 1 to 20 with a pledge that changes in each. */
beforeEach(async () => {
  index = new IndexBuilder(olap);
  await index.reset();
  await olap.writer.command({ sql: 'TRUNCATE TABLE take_backs' });
  for (let slot = 1n; slot <= 20n; slot++) {
    index.slot(slot, 1_790_000_000n + slot).launch({ launchId: 1n, slot, totalPledged: slot });
    index.pledge({ launchId: 1n, pledger: 'alice', slot, amount: slot });
    index.pledge({ launchId: 1n, pledger: `wallet ${slot}`, slot, amount: slot });
    if (slot % 5n === 0n) await index.coverage('streamed', slot - 4n, slot).checkpoint({ slot });
  }
});

interface Exported {
  readonly manifest: Manifest;
  readonly directory: string;
}

async function exported(
  store: Olap,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Exported> {
  exports += 1;
  const directory = join(root, `export-${exports}`);
  const steps = exportIndex({ ...common, olap: store, directory, rowsPerFile: 7 });
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return { manifest: value, directory };
    await meanwhile();
  }
}

function digests({ manifest }: Exported): Record<string, string> {
  return Object.fromEntries(manifest.tables.map(({ name, digest }) => [name, digest]));
}

/** The same store, in which something happens right before a statement that matches. */
function interrupted(pattern: RegExp, happens: () => Promise<void>): Olap {
  let due = true;
  const lane: OlapLane = {
    ...olap.scanner,
    command: async (statement) => {
      if (due && pattern.test(statement.sql)) {
        due = false;
        await happens();
      }
      return olap.scanner.command(statement);
    },
  };
  return { ...olap, scanner: lane };
}

async function merge(): Promise<void> {
  for (const table of ['pledge_versions', 'launch_versions', 'slots', 'coverage']) {
    await olap.writer.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
  }
}

describe('an export beside a live indexer', () => {
  test('is the pinned state, whatever is written, corrected and merged meanwhile', async () => {
    const quiet = await exported(olap);

    // When slots are added and old ones corrected between any two files
    let slot = 21n;
    const live = await exported(olap, async () => {
      index.slot(slot, 1_790_000_000n + slot).pledge({ launchId: 1n, pledger: 'alice', slot, amount: slot });
      index.pledge({ launchId: 1n, pledger: 'alice', slot: 3n, amount: 99n });
      await index.coverage('streamed', slot, slot).checkpoint({ slot });
      if (slot % 4n === 0n) await merge();
      slot += 1n;
    });

    // Then the files are those of before, and the digests hold for them
    expect(slot).toBeGreaterThan(30n);
    expect(live.manifest.tables).toEqual(quiet.manifest.tables);
    expect(live.manifest.checkpoint.slot).toBe('20');
    const pledges = live.manifest.tables.find(({ name }) => name === 'pledge_versions');
    expect(pledges && (await recompute(live.directory, pledges))).toBe(pledges?.digest);
  });

  test('takes the newer checkpoint when a correction comes between pinning and freezing', async () => {
    const store = interrupted(/CREATE TABLE IF NOT EXISTS archive_pledge_versions/, async () => {
      index.pledge({ launchId: 1n, pledger: 'alice', slot: 3n, amount: 99n });
      await index.checkpoint({ slot: 20n });
      await merge();
    });
    const corrected = await exported(store);
    expect(corrected.manifest.checkpoint).toMatchObject({ slot: '20', revision: '5' });
    expect(digests(corrected)).toEqual(digests(await exported(olap)));
  });

  test('takes the newer checkpoint when slots are taken back between pinning and freezing', async () => {
    const store = interrupted(/CREATE TABLE IF NOT EXISTS archive_pledge_versions/, async () => {
      await index.checkpoint({ slot: 15n });
      for (const table of ['pledge_versions', 'launch_versions', 'slots']) {
        await olap.writer.command({ sql: `DELETE FROM ${table} WHERE slot > 15` });
      }
    });
    const taken = await exported(store);
    expect(taken.manifest.checkpoint).toMatchObject({ slot: '15', revision: '5' });
    expect(taken.manifest.tables.find(({ name }) => name === 'slots')?.rows).toBe(15);
  });

  test('leaves out what a batch has written whose checkpoint is not there yet', async () => {
    const before = digests(await exported(olap));
    index.slot(21n, null).pledge({ launchId: 1n, pledger: 'bob', slot: 21n, amount: 1n });
    await index.writeWithoutCheckpoint();
    expect(digests(await exported(olap))).toEqual(before);
  });

  test('that fails half way leaves no directory and no table', async () => {
    const stop = new AbortController();
    const directory = join(root, 'stopped');
    const steps = exportIndex({ ...common, olap, directory, rowsPerFile: 7, signal: stop.signal });
    await steps.next();
    await steps.next();
    expect(await readdir(root)).toContain('stopped.partial');
    stop.abort(new Error('enough'));
    await expect(steps.next()).rejects.toThrow();
    expect((await readdir(root)).filter((name) => name.startsWith('stopped'))).toEqual([]);
    const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'archive%'`;
    expect(await olap.reader.query({ sql }, z.unknown())).toEqual([]);
  });

  test('is the only one at a time', async () => {
    const first = exportIndex({ ...common, olap, directory: join(root, 'one') });
    await first.next();
    await expect(exported(olap)).rejects.toMatchObject({ code: 'STORE_HELD' });
    await first.return(undefined as never);
  });
});

describe('an import that is stopped', () => {
  test('leaves an empty store, into which the next one goes', async () => {
    const { directory, manifest } = await exported(olap);
    for (const { name } of manifest.tables) await olap.writer.command({ sql: `TRUNCATE TABLE ${name}` });
    const stop = new AbortController();
    const steps = importIndex({ ...common, olap, directory, configured: {}, signal: stop.signal });
    for (;;) {
      const { value } = await steps.next();
      if (value && 'phase' in value && value.table === 'slots' && value.phase === 'load') break;
    }
    stop.abort(new Error('enough'));
    await expect(steps.next()).rejects.toThrow();

    const again = importIndex({ ...common, olap, directory, configured: {} });
    let result = await again.next();
    while (!result.done) result = await again.next();
    expect(digests(await exported(olap))).toEqual(digests({ manifest, directory }));
  });
});
