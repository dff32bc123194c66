import { createHash } from 'node:crypto';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLICE_ROWS } from '../../../api/rest/exports/lines.ts';
import { fillManyPledges } from '../../support/many-pledges.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const PATH = '/api/v1/ilo/launches/7/pledges';
/** Several pages, and more pledges than the API looks through itself: ClickHouse orders and sums them. */
const ROWS = 120_000;

describe(`exporting ${ROWS} pledges`, () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let url: string;
  beforeAll(async () => {
    under = await openIndex();
    await fillManyPledges(under.olap, under.index, ROWS);
    api = openApi(under.olap);
    await api.followed.reaches(5n);
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });

  async function download(format: string): Promise<{ headers: Headers; bytes: Buffer }> {
    const response = await fetch(`${url}${PATH}.${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('launchlens-rows')).toBe(String(ROWS));
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  test('as CSV gives every row once, in key order, with the digest of its lines', async () => {
    const { headers, bytes } = await download('csv');
    const [, ...lines] = bytes.toString('latin1').split('\r\n');

    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(ROWS);
    expect(headers.get('launchlens-digest')).toBe(digestOf(lines));
    const keys = lines.map((line) => line.slice(0, line.indexOf(',')));
    expect(keys.findIndex((key, row) => row > 0 && !isBelow(keys[row - 1] ?? '', key))).toBe(-1);
  });

  test('agrees with the questions that ClickHouse answers about all pledges', async () => {
    const { bytes } = await download('csv');
    const amounts = bytes
      .toString('latin1')
      .split('\r\n')
      .slice(1, -1)
      .map((line) => BigInt(line.split(',')[2] ?? ''));
    const most = String(amounts.toSorted((one, other) => Number(one - other)).at(-1));
    const leading = await api.get('/api/v1/ilo/launches/7/pledges/?order_by=amount_desc&limit=1');
    const distribution = await api.get('/api/v1/ilo/launches/7/distribution/');

    expect(leading.json.results).toMatchObject([{ amount: most }]);
    expect(distribution.json).toMatchObject({
      count: ROWS,
      sum: String(amounts.reduce((one, other) => one + other)),
      quantiles: { max: most },
    });
  });

  test('as NDJSON gives every row on a line of its own', async () => {
    const { bytes } = await download('ndjson');
    expect(bytes.toString('latin1').split('\n')).toHaveLength(ROWS + 1);
  });

  test('as Parquet gives every row, in row groups of bounded size', async () => {
    const { bytes } = await download('parquet');
    const { num_rows, row_groups } = parquetMetadata(new Uint8Array(bytes).buffer);
    expect(Number(num_rows)).toBe(ROWS);
    expect(Math.max(...row_groups.map((group) => Number(group.num_rows)))).toBeLessThanOrEqual(SLICE_ROWS);
  });
});

function digestOf(lines: readonly string[]): string {
  const sum = lines.reduce(
    (total, line) => total + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`),
    0n,
  );
  return `sha256-sum=${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`;
}

/** Whether one key is below the other as 32 bytes: base58 is a number whose digits ascend as their characters do. */
function isBelow(one: string, other: string): boolean {
  const [left, right] = [one, other].map((key) => key.replace(/^1+/, '')) as [string, string];
  return left.length === right.length ? left < right : left.length < right.length;
}
