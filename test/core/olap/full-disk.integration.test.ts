import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOlap } from '../../../core/olap/open.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const countRow = z.object({ found: z.string() }).transform(({ found }) => Number(found));
const MEBIBYTE = 1024 * 1024;
const ROOM = 8 * MEBIBYTE;

test('an embedded store stops writing before its disk is full, and continues once there is room', async ({
  skip,
}) => {
  await using directory = await temporaryDirectory();
  const disk = await mountSmallDisk(directory.path);
  if (!disk) return skip('this user may not mount a small file system');
  const open = () => createOlap({ dataDir: directory.path, logger: pino({ level: 'silent' }) });
  let olap = await open();
  const full = { code: 'OLAP_DISK_FULL', message: expect.stringContaining('less than 24 MiB free') };
  const insert = () => olap.writer.command({ sql: 'INSERT INTO kept SELECT 1' });
  try {
    await olap.writer.command({ sql: 'CREATE TABLE kept (slot UInt64) ENGINE = MergeTree ORDER BY slot' });
    await insert();
    await disk.fill(ROOM);
    await expect(insert()).rejects.toMatchObject(full);
    // Merges begin without a statement of ours: the engine itself must keep the space free.
    const kept = 'SELECT toString(keep_free_space) AS found FROM system.disks';
    expect(await olap.reader.query({ sql: kept }, countRow)).toEqual([24 * MEBIBYTE]);
    await olap.close();
    await expect(open()).rejects.toMatchObject(full);

    await disk.drain();
    olap = await open();
    await insert();
    const count = 'SELECT toString(count()) AS found FROM kept';
    expect(await olap.reader.query({ sql: count }, countRow)).toEqual([2]);
  } finally {
    await olap.close();
    await disk.close();
  }
});
