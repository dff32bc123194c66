import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Launchlens, NotFoundError } from '../../../client/index.ts';
import { literal } from '../../../core/olap/embedded/statement.ts';
import { valuesOf } from '../../idl/anchor/anchor-values.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { McpUnderTest } from '../mcp/support/mcp-under-test.ts';
import { parquetFacts } from '../support/read-export.ts';
import { deskProgram } from './support/program-index.ts';
import { programsSuite } from './support/programs-suite.ts';
import { csvLines, parseCsv } from './support/rfc4180.ts';

const [ORDER] = deskProgram().types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const SEED = Date.now();
const VALUES = fc.sample(valuesOf(ORDER.layout), { seed: SEED, numRuns: 20 });
const [FIRST, SECOND] = VALUES;
const ACCOUNTS = '/api/v1/programs/desk/accounts';

const suite = programsSuite(
  async ({ index, show }) => {
    index.slots.coverage('streamed', 10n, 30n);
    await index.write(
      ...VALUES.map((value, at) => ({ address: `order ${at}`, slot: 10n, value })),
      { address: 'closed', slot: 10n, value: FIRST },
      { address: 'broken', slot: 10n, value: FIRST },
      { address: 'order 0', slot: 13n, value: SECOND, lamports: 2n ** 64n - 1n },
      { address: 'closed', slot: 13n, closed: true },
      { address: 'broken', slot: 13n, undecodable: 'too short', value: FIRST },
    );
    await show(20n);
  },
  // So that every export has several pages.
  { exportPageRows: 8 },
);

interface Row {
  readonly address: string;
  readonly lamports: string;
  readonly updated_slot: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A row of the listing as the members of a file. */
function flat({ address, lamports, updated_slot, data: { slot: slot_, closed: closed_, ...data } }: Row) {
  return { address, lamports, updated_slot, ...data, slot_, closed_ };
}

async function listed(query: string): Promise<readonly Record<string, unknown>[]> {
  const { json } = await suite.api.get(`${ACCOUNTS}/Order/?limit=200&${query}`);
  return json.results.map(flat);
}

async function file(path: string, headers: Record<string, string> = {}) {
  const response = await suite.api.app.inject({ method: 'GET', url: `${ACCOUNTS}/${path}`, headers });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

function digestOf(lines: readonly string[]): string {
  let sum = 0n;
  for (const line of lines) sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
  return `sha256-sum=${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`;
}

/** Fields that a file has as JSON, since they have parts. */
const AS_JSON = ['state', 'fees', 'last_state', 'last_fees', 'pair', 'legs'];

/** The cells of a file as the listing says them. */
function asListed(cells: Readonly<Record<string, unknown>>, row: Readonly<Record<string, unknown>> = {}) {
  const values = Object.entries(cells).map(([name, cell]) => {
    if (cell === null || cell === undefined) return [name, null];
    if (AS_JSON.includes(name) || typeof row[name] === 'boolean') return [name, JSON.parse(String(cell))];
    return [name, typeof row[name] === 'number' ? Number(cell) : String(cell)];
  });
  return Object.fromEntries(values);
}

describe.each(['as_of_slot=12', 'as_of_slot=20', 'where={"level":{"gte":100}}'])('a file of %s', (query) => {
  test('as CSV has the rows of the listing, and the digest of its lines', async () => {
    const { status, headers, bytes } = await file(`Order.csv?${query}`);
    expect(status).toBe(200);
    const csv = bytes.toString('utf8');
    const [names = [], ...rows] = parseCsv(csv);
    const expected = await listed(query);
    const found = rows.map((row, at) =>
      asListed(Object.fromEntries(names.map((name, cell) => [name, row[cell]])), expected[at]),
    );
    expect(found, `accounts of seed ${SEED}`).toEqual(expected);
    expect(headers['launchlens-rows']).toBe(`${expected.length}`);
    expect(headers['launchlens-digest']).toBe(digestOf(csvLines(csv).slice(1)));
  });

  test('as NDJSON has the members of the listing, types and all', async () => {
    const { headers, bytes } = await file(`Order.ndjson?${query}`);
    const rows = bytes
      .toString('utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(rows, `accounts of seed ${SEED}`).toEqual(await listed(query));
    expect(headers['launchlens-digest']).toBe(
      (await file(`Order.csv?${query}`)).headers['launchlens-digest'],
    );
  });

  test('as Parquet has the rows of the listing', async () => {
    const { bytes } = await file(`Order.parquet?${query}`);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    const expected = await listed(query);
    expect(
      rows.map((row, at) => asListed(row, expected[at])),
      `accounts of seed ${SEED}`,
    ).toEqual(expected);
  });
});

test('its headers name the slot, and how many accounts do not decode', async () => {
  const { headers, bytes } = await file('Order.parquet');
  expect(headers).toMatchObject({
    'x-last-indexed-slot': '20',
    'launchlens-rows': `${VALUES.length}`,
    'launchlens-undecodable': '1',
    'content-disposition': 'attachment; filename="desk-Order-slot-20.parquet"',
  });
  expect(parquetFacts(bytes).metadata).toMatchObject({
    'launchlens.listing': 'desk-Order',
    'launchlens.last_indexed_slot': '20',
    'launchlens.digest': headers['launchlens-digest'],
    'launchlens.program_id': pubkeyOf('desk program'),
  });
  const unchanged = await file('Order.parquet', { 'if-none-match': String(headers.etag) });
  expect(unchanged.status).toBe(304);
});

test('the client opens a file, and refuses what the API refuses', async () => {
  const { url } = await McpUnderTest.listen(suite.api);
  const { programs } = new Launchlens({ url: new URL(url).origin });
  const where = { level: { gte: 100 } };
  const opened = await programs.accountsFile('desk', 'Order', { format: 'ndjson', asOfSlot: 12, where });
  const body = await text(opened.body);
  const query = `as_of_slot=12&where=${JSON.stringify(where)}`;
  const { headers, bytes } = await file(`Order.ndjson?${query}`);
  expect(opened).toMatchObject({ slot: 12, rows: (await listed(query)).length, undecodable: 0 });
  expect(opened.digest).toBe(headers['launchlens-digest']);
  expect(body).toBe(bytes.toString('utf8'));
  const missing = programs.accountsFile('desk', 'Other', { format: 'csv' });
  await expect(missing).rejects.toThrow(NotFoundError);
});

test('ClickHouse reads the integers of a Parquet file exactly', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'orders.parquet');
  await writeFile(path, (await file('Order.parquet')).bytes);
  const sql = `SELECT address, balance, toString(amount) AS amount_text, toString(lamports) AS lamports_text, toTypeName(amount) AS type
    FROM file(${literal(path)}, 'Parquet') ORDER BY address`;
  const row = z.object({
    ...{ address: z.string(), balance: z.string() },
    ...{ amount_text: z.string(), lamports_text: z.string(), type: z.string() },
  });
  const rows = await suite.olap.scanner.query({ sql }, row);
  // ClickHouse reads the groups of rows in parallel, so their order in the file is not that of the answer.
  const expected = (await listed(''))
    .toSorted((a, b) => (String(a.address) < String(b.address) ? -1 : 1))
    .map(({ address, amount, balance, lamports }) => ({
      ...{ address, balance, amount_text: amount, lamports_text: lamports },
      type: 'UInt64',
    }));
  expect(rows, `accounts of seed ${SEED}`).toEqual(expected);
});

test.for([
  ['Order.csv?as_of_slot=99', 400],
  ['Order.csv?where={"levels":1}', 400],
  ['Order.csv?limit=5', 400],
  ['Other.csv', 404],
  ['Order.xlsx', 404],
  ['Notes.csv', 200],
] as const)('%s answers %i', async ([path, status]) => {
  expect(await file(path)).toMatchObject({ status });
});
