import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { exportIndex } from '../../../indexer/archive/export.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { IndexBuilder } from '../../support/index-builder.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';

const logger = pino({ level: 'silent' });
const common = { clock: systemClock, logger, signal: new AbortController().signal };

/** Pledges that need some megabytes of files. */
const PLEDGES = `INSERT INTO pledge_versions (launch_id, pledger, slot, address, amount, revision)
  SELECT 1, SHA256(toString(number)), 1, SHA256(concat('address ', toString(number))), cityHash64(number), 1
  FROM numbers(60000)`;

let root = '';
let disk: SmallDisk | undefined;
let server: ClickHouseServer;
const stores = new Map<string, Olap>();
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'launchlens-archive-'));
  await mkdir(join(root, 'disk'));
  disk = await mountSmallDisk(join(root, 'disk'));
  server = await startClickHouseServer();
  stores.set('embedded', await createOlap({ dataDir: join(root, 'data'), logger }));
  stores.set('server', await createOlap({ clickhouseUrl: server.url, dataDir: '/nonexistent', logger }));
  for (const olap of stores.values()) {
    await migrate(olap, { logger });
    const index = new IndexBuilder(olap);
    await index.reset();
    await olap.writer.command({ sql: PLEDGES });
    await index.checkpoint({ slot: 1n });
  }
});
afterAll(async () => {
  for (const olap of stores.values()) await olap.close();
  await server?.stop();
  await disk?.close();
  await rm(root, { recursive: true, force: true });
});

describe('an export onto a disk that fills up', () => {
  test.each(['embedded', 'server'])(
    'from the %s store says so, leaves nothing, and works once there is room',
    async (kind) => {
      const olap = stores.get(kind);
      // Where this user may not mount, no disk can be full.
      if (!disk || !olap) return;
      const directory = join(disk.directory, kind);
      const steps = () => exportIndex({ ...common, olap, directory });

      await disk.fill(1 << 20);
      await expect(toEnd(steps())).rejects.toMatchObject({
        code: 'OLAP_FILE_FAILED',
        message: expect.stringMatching(/pledge_versions-00001\.parquet.*full/),
      });
      expect((await readdir(disk.directory)).filter((name) => name.startsWith(kind))).toEqual([]);

      await disk.drain();
      await toEnd(steps());
      expect(await readdir(directory)).toContain('manifest.json');
    },
  );
});

async function toEnd(steps: AsyncGenerator<unknown, unknown>): Promise<void> {
  while (!(await steps.next()).done);
}
