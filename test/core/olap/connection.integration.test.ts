import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../core/olap/native/layout.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { openServer } from '../../../core/olap/server/open.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const logger = pino({ level: 'silent' });
const rowSchema = z.record(z.string(), z.unknown());
const open = (clickhouseUrl: string) => createOlap({ clickhouseUrl, dataDir: '/nonexistent', logger });

let server: ClickHouseServer;
beforeAll(async () => {
  server = await startClickHouseServer();
});
afterAll(() => server.stop());

/** Everything an error says, its cause and its stack included. */
async function whole(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason as Error,
  );
  return JSON.stringify([error, error.message, error.stack, error.cause]);
}

describe('a connection to a ClickHouse server', () => {
  test('with a wrong password is refused, without a trace of the password', async () => {
    const url = `http://indexer:open-sesame@127.0.0.1:${server.port}`;
    await expect(open(url)).rejects.toMatchObject({
      code: 'OLAP_REJECTED',
      context: { clickhouseCode: 516 },
    });
    expect(await whole(open(url))).not.toMatch(/sesame/);
  });

  test('to a port where nobody listens fails as unreachable, without a trace of the password', async () => {
    const url = 'http://indexer:open-sesame@127.0.0.1:9';
    await expect(open(url)).rejects.toMatchObject({ code: 'OLAP_UNREACHABLE', retryable: true });
    const text = await whole(open(url));
    expect(text).toContain('127.0.0.1:9');
    expect(text).not.toMatch(/sesame/);
  });

  test('to something that is not ClickHouse fails as unreachable, without repeating its page', async () => {
    const impostor = createServer((_request, response) => response.writeHead(502).end('<html>secret</html>'));
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const { port } = impostor.address() as AddressInfo;
    const text = await whole(open(`http://127.0.0.1:${port}`));
    impostor.close();
    expect(text).toContain('OLAP_UNREACHABLE');
    expect(text).not.toContain('secret');
  });

  test('with a malformed URL is refused by the name of the setting', async () => {
    await expect(open('http://host:port')).rejects.toMatchObject({
      code: 'SETTING_MALFORMED',
      context: { name: 'CLICKHOUSE_URL' },
    });
  });

  test('compresses both ways when it is told to', async () => {
    const olap = await openServer({ clickhouseUrl: server.url, logger, compress: true });
    const layout = defineLayout({ n: 'UInt64', text: 'String' });
    const block = new ColumnBlock(layout);
    for (let n = 0n; n < 20_000n; n += 1n) appendRow(block, { n, text: 'same again' });
    await olap.writer.command({
      sql: 'CREATE TABLE zipped (n UInt64, text String) ENGINE = MergeTree ORDER BY n',
    });
    await olap.writer.insert('zipped', block);
    let rows = 0;
    const statement = { sql: 'SELECT n, text FROM zipped ORDER BY n' };
    for await (const piece of olap.scanner.stream(statement, rowSchema)) rows += piece.length;
    expect(rows).toBe(20_000);
    expect(await olap.reader.query({ sql: 'SELECT max(n) AS n FROM zipped' }, rowSchema)).toEqual([
      { n: '19999' },
    ]);
    await olap.close();
  });

  test('says that an answer was cut off when the server dies in the middle of it', async () => {
    const mortal = await startClickHouseServer();
    const olap = await open(mortal.url);
    const read = async (): Promise<void> => {
      const sql = 'SELECT number AS n FROM numbers(1000000000000)';
      for await (const _ of olap.scanner.stream({ sql }, rowSchema)) await mortal.kill();
    };
    await expect(read()).rejects.toMatchObject({ code: 'OLAP_UNREACHABLE' });
    await olap.close();
  });

  test('tries an insert again that meets a server which is away', async () => {
    const proxy = await startTcpProxy(server.url);
    const olap = await open(proxy.endpoint);
    const block = new ColumnBlock(defineLayout({ n: 'UInt64' }));
    appendRow(block, { n: 5n });
    await olap.writer.command({ sql: 'CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n' });
    proxy.refuse(2);
    await olap.writer.insert('kept', block);
    expect(await olap.reader.query({ sql: 'SELECT n FROM kept' }, rowSchema)).toEqual([{ n: '5' }]);
    await olap.close();
    await proxy.close();
  });
});
