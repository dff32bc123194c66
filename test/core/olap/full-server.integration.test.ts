import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOlap } from '../../../core/olap/open.ts';
import { WatchedServer } from '../../support/clickhouse-server/watched.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const numberRow = z.object({ number: z.string() });

test('a server whose disk is full answers with every row, or with an error', async ({ skip }) => {
  await using directory = await temporaryDirectory();
  const server = await WatchedServer.start({ directory: directory.path, smallDisk: true });
  const { disk } = server;
  if (!disk) {
    await server.stop();
    return skip('this user may not mount a small file system');
  }
  const logger = pino({ level: 'silent' });
  const olap = await createOlap({ clickhouseUrl: server.url, dataDir: directory.path, logger });
  try {
    await disk.fill();
    const few = await olap.reader.query({ sql: 'SELECT number FROM numbers(3)' }, numberRow);
    expect(few).toEqual([{ number: '0' }, { number: '1' }, { number: '2' }]);
    // Larger than what the server keeps in memory.
    const many = "SELECT number, repeat('x', 1000) AS text FROM numbers(100000)";
    await expect(olap.reader.query({ sql: many }, numberRow)).rejects.toMatchObject({
      code: 'OLAP_UNREACHABLE',
      message: expect.stringContaining('as if its disk were full'),
    });
  } finally {
    await olap.close();
    await server.stop();
  }
});
