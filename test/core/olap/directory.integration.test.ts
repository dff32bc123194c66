import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readHolder } from '../../../core/kernel/holder-file.ts';
import { thisProcess } from '../../../core/kernel/process-identity.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { StoreHolders } from '../../support/store-holders.ts';

const logger = pino({ level: 'silent' });
const holders = new StoreHolders(join(import.meta.dirname, 'holder.ts'));
const rowSchema = z.record(z.string(), z.unknown());

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-directory-'));
});
afterEach(async () => {
  await holders.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the directory of the embedded ClickHouse', () => {
  test('is refused to a second process with the holder named, and free once the holder was killed', async () => {
    // Given another process that holds the directory
    const holder = await holders.hold(dataDir);

    // Then it is refused, saying who holds what
    await expect(createOlap({ dataDir, logger })).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_BUSY',
      exit: 2,
      context: { directory: join(dataDir, 'clickhouse'), pid: String(holder.pid), command: 'holder.ts' },
      message: expect.stringMatching(/in use by `holder\.ts` \(process \d+ on \S+, since \d{4}-/),
    });

    // When that process dies without a word, the next one opens and finds what was acknowledged
    await holders.kill(holder);
    const olap = await createOlap({ dataDir, logger });
    expect(await olap.reader.query({ sql: 'SELECT n FROM kept' }, rowSchema)).toEqual([{ n: '7' }]);
    await olap.close();
  });

  test('soon removes files that a merge has replaced, and keeps space free', async () => {
    const olap = await createOlap({ dataDir, logger });
    const sql = `SELECT (SELECT value FROM system.merge_tree_settings WHERE name = 'max_cleanup_delay_period') AS seconds,
      (SELECT max(keep_free_space) FROM system.disks) > 0 AS keeps`;
    expect(await olap.reader.query({ sql }, rowSchema)).toEqual([{ seconds: '5', keeps: 1 }]);
    await olap.close();
  });

  test('does little while nobody asks', async () => {
    const olap = await createOlap({ dataDir, logger });
    const sql = `SELECT toString(value) AS value FROM system.server_settings
      WHERE name IN ('memory_worker_period_ms', 'global_profiler_real_time_period_ns') ORDER BY name`;
    expect(await olap.reader.query({ sql }, rowSchema)).toEqual([{ value: '0' }, { value: '1000' }]);
    await olap.close();
  });

  test('takes no notice of a holder that is gone, and leaves none behind when it is closed', async () => {
    // Given what a process left that was killed, whose number belongs to another one by now
    const left = {
      ...thisProcess(),
      started: '1',
      command: 'launchlens up',
      since: new Date(0).toISOString(),
    };
    await writeFile(join(dataDir, 'holder.json'), JSON.stringify(left));
    expect(await readHolder(join(dataDir, 'holder.json'))).toBeUndefined();

    // When the store is opened and closed
    const olap = await createOlap({ dataDir, logger });
    expect(await readHolder(join(dataDir, 'holder.json'))).toMatchObject({ pid: process.pid });
    await olap.close();

    // Then nobody stands there
    expect(await readdir(dataDir)).not.toContain('holder.json');
  });

  test('keeps its rows over a close, and leaves no block in the spool', async () => {
    await mkdir(join(dataDir, 'clickhouse-spool'), { recursive: true });
    await writeFile(join(dataDir, 'clickhouse-spool', '1.native'), 'left by a crash');
    const first = await createOlap({ dataDir, logger });
    await first.writer.command({ sql: 'CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n' });
    await first.writer.command({ sql: 'INSERT INTO kept SELECT 1' });
    await first.close();

    const second = await createOlap({ dataDir, logger });
    expect(await second.reader.query({ sql: 'SELECT n FROM kept' }, rowSchema)).toEqual([{ n: '1' }]);
    expect(await readdir(join(dataDir, 'clickhouse-spool'))).toEqual([]);
    await second.close();
  });

  test('that cannot be made is refused with the reason', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(createOlap({ dataDir: file, logger })).rejects.toMatchObject({
      code: 'OLAP_DIRECTORY_UNUSABLE',
      exit: 2,
    });
  });

  test('closes within seconds under a long statement, a stalled stream and a waiting reader', async () => {
    const olap = await createOlap({ dataDir, logger });
    const endless = { sql: 'SELECT sum(cityHash64(number)) AS n FROM numbers(1000000000000)' };
    const stalled = olap.scanner.stream({ sql: 'SELECT number AS n FROM numbers(1000000000000)' }, rowSchema);
    const stream = stalled[Symbol.asyncIterator]();
    await stream.next();
    const running = Array.from({ length: 5 }, () => olap.reader.query(endless, rowSchema));
    for (const query of running) query.catch(() => undefined);

    const startedAt = Date.now();
    await olap.close();

    expect(Date.now() - startedAt).toBeLessThan(5_000);
    for (const query of running) await expect(query).rejects.toMatchObject({ code: 'OLAP_CLOSED' });
    await expect(stream.next()).rejects.toMatchObject({ code: 'OLAP_CLOSED' });
    await expect(olap.reader.query(endless, rowSchema)).rejects.toMatchObject({ code: 'OLAP_CLOSED' });
  });
});
