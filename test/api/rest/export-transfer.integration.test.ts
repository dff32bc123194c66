import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csvLine, lineValue } from '../../../api/read/exports/csv-line.ts';
import type { ExportPage, ExportRows } from '../../../api/read/exports/rows.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const PATH = '/api/v1/ilo/launches/7/pledges.csv';
const CELLS = ['x'.repeat(1_000)];
const PAGE_ROWS = 1_000;
const PAGE_SUM = lineValue(csvLine(CELLS)) * BigInt(PAGE_ROWS);

/** An export of as many pages as a test asks for, which sees how it is read. */
class WatchedRows implements ExportRows {
  readonly fields = [{ name: 'text', kind: 'text' }] as const;
  readonly pageCount: number;
  readonly extraRows: number;
  sent = 0;
  running = 0;
  aborted = 0;

  constructor(pageCount: number, extraRows = 0) {
    this.pageCount = pageCount;
    this.extraRows = extraRows;
  }

  async digest() {
    const rows = this.pageCount * PAGE_ROWS + this.extraRows;
    return { rows, sum: (PAGE_SUM * BigInt(this.pageCount)) % 2n ** 256n };
  }

  async *pages(signal: AbortSignal): AsyncGenerator<ExportPage> {
    this.running += 1;
    signal.addEventListener('abort', () => {
      this.aborted += 1;
    });
    try {
      for (let page = 0; page < this.pageCount; page++) {
        signal.throwIfAborted();
        await new Promise((resolve) => setImmediate(resolve));
        this.sent += 1;
        yield {
          rows: PAGE_ROWS,
          sum: PAGE_SUM % 2n ** 256n,
          lines: Array(PAGE_ROWS).fill(CELLS[0]).join('\n'),
        };
      }
    } finally {
      this.running -= 1;
    }
  }
}

describe('sending an export', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let rows: WatchedRows;
  let port: number;
  let open: ClientRequest[];
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    under.index.launch({ launchId: 7n, slot: 1n });
    await under.index.checkpoint({ slot: 3n });
  });
  afterAll(async () => {
    await under.dispose();
  });
  beforeEach(async () => {
    api = openApi(under.olap, { trustedProxies: ['127.0.0.1'] });
    const { context } = api;
    // The context is read at every request.
    Object.assign(context, { mirror: { ...context.mirror, pledgeRows: () => rows } });
    open = [];
  });
  afterEach(async () => {
    for (const request of open) request.destroy();
    await api.stop();
  });

  async function listen(pageCount: number, extraRows = 0): Promise<void> {
    rows = new WatchedRows(pageCount, extraRows);
    await api.followed.reaches(3n);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  }
  async function request(path = PATH, client = '198.51.100.1'): Promise<IncomingMessage> {
    const headers = { 'x-forwarded-for': client };
    const sent = get({ host: '127.0.0.1', port, path, headers, agent: false });
    open.push(sent);
    sent.on('error', () => undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
  }
  async function bytesOf(response: IncomingMessage): Promise<number> {
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return bytes;
  }

  test('reads no further ahead than the client takes', async () => {
    await listen(10_000);
    await request();
    let before = -1;
    await waitFor(
      async () => {
        const still = rows.sent > 0 && rows.sent === before;
        before = rows.sent;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return still;
      },
      { what: 'the export to wait for its reader' },
    );
    // What the sockets of both sides hold; the whole file is 10 GB.
    expect(rows.sent).toBeLessThan(50);
  });

  test('sends everything to a client that reads, and gives the turn back', async () => {
    await listen(20);
    for (let round = 0; round < 4; round++) {
      expect(await bytesOf(await request())).toBe('text\r\n'.length + 20 * PAGE_ROWS * 1_002);
    }
    expect(rows.running).toBe(0);
  });

  test('refuses a third export while two run, and serves it once one of their readers left', async () => {
    await listen(10_000);
    await request();
    await request(PATH, '203.0.113.1');
    await waitFor(() => rows.running === 2, { what: 'both exports to run' });

    const third = await request(PATH, '192.0.2.1');
    expect(third.statusCode).toBe(503);
    expect(third.headers['retry-after']).toBe('1');
    open[0]?.destroy();
    await waitFor(() => rows.running === 1, { what: 'the export to end' });

    expect((await request(PATH, '192.0.2.1')).statusCode).toBe(200);
  });

  test('leaves room for others while one client reads slowly, and counts its refusals', async () => {
    await listen(10_000);
    await request(PATH, '2001:db8:1:2::1');
    await waitFor(() => rows.running === 1, { what: 'the export to run' });

    const second = await request(PATH, '2001:db8:1:2::2');
    expect(second.statusCode).toBe(429);
    expect(second.headers['retry-after']).toBe('5');
    expect((await request(PATH, '2001:db8:1:3::1')).statusCode).toBe(200);
    const { text } = await api.get('/metrics');
    expect(text).toContain('launchlens_api_limit_refusals_total{limit="exports"} 1');
  });

  test('ends the reading of an export whose client goes away', async () => {
    await listen(10_000);
    const response = await request();
    await once(response, 'readable');
    open[0]?.destroy();

    await waitFor(() => rows.running === 0, { what: 'the reading to end' });
    expect(rows.aborted).toBe(1);
    expect(rows.sent).toBeLessThan(100);
  });

  test('cuts the connection where the rows are not those of the digest', async () => {
    await listen(3, 1);
    const response = await request();

    expect(response.statusCode).toBe(200);
    await expect(bytesOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await waitFor(() => rows.running === 0, { what: 'the reading to end' });
  });

  test('a Parquet file that is cut off has no footer', async () => {
    await listen(3, 1);
    const response = await request(PATH.replace('csv', 'parquet'));
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => response.on('close', resolve));

    expect(response.complete).toBe(false);
    expect(Buffer.concat(chunks).subarray(4).includes('PAR1')).toBe(false);
  });
});
