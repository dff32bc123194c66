import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { literal } from '../../../core/olap/embedded/statement.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';
import {
  digestOf,
  type ExportedRow,
  parquetFacts,
  readCsv,
  readNdjson,
  readParquet,
} from '../support/read-export.ts';

const U64_MAX = 2n ** 64n - 1n;
const I64_MIN = -(2n ** 63n);
const LAUNCHES = '/api/v1/ilo/launches';
const FORMATS = ['csv', 'ndjson', 'parquet'] as const;
type Format = (typeof FORMATS)[number];
const READERS: Readonly<Record<Format, (bytes: Buffer) => ExportedRow[] | Promise<ExportedRow[]>>> = {
  csv: readCsv,
  ndjson: readNdjson,
  parquet: readParquet,
};

describe('exports', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    // Pages of three rows, so that every export has several.
    api = openApi(under.olap, {}, {}, {}, { exportPageRows: 3 });
    under.index
      .launch({ launchId: U64_MAX, slot: 1n, startTs: I64_MIN, endTs: 2n ** 63n - 1n, totalPledged: U64_MAX })
      .launch({ launchId: 7n, slot: 1n, startTs: 5n, status: 0 })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 1n, amount: U64_MAX })
      .coverage('streamed', 1n, 9n);
    for (let index = 0; index < 10; index++) {
      under.index
        .pledge({
          launchId: 7n,
          pledger: `pledger ${index}`,
          slot: 2n,
          amount: U64_MAX - BigInt(index),
          pledgedTs: index % 2 === 0 ? I64_MIN : BigInt(index),
          refunded: index % 3 === 0,
        })
        .flow({
          launchId: 7n,
          slot: BigInt(1 + (index % 2)),
          wallet: index === 3 ? null : `pledger ${index}`,
          amount: U64_MAX,
          ordinal: index,
          transaction: `transaction ${index % 3}`,
          blockTime: index % 4 === 0 ? null : 1_790_000_000n,
        });
    }
    await under.index.checkpoint({ slot: 3n });
    await api.followed.reaches(3n);
  });
  afterEach(async () => {
    await api.stop();
  });

  async function file(path: string, headers: Record<string, string> = {}) {
    const response = await api.app.inject({ method: 'GET', url: `${LAUNCHES}${path}`, headers });
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
  }
  /** All rows of a JSON listing, every value as text. */
  async function listed(path: string): Promise<ExportedRow[]> {
    const rows: ExportedRow[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const { text } = await api.get(`${LAUNCHES}${path}${query}`);
      const lines = readNdjson(Buffer.from(`${text}\n`)) as unknown as { next_cursor: string | null }[];
      const { results } = JSON.parse(text, exactNumbers as never) as { results: Record<string, unknown>[] };
      for (const { explorer: _links, ...row } of results) {
        rows.push(
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
          ),
        );
      }
      cursor = lines[0]?.next_cursor ?? null;
    }
    return rows;
  }

  describe.each(['/7/pledges', '/7/flows', ''])('of %s', (listing) => {
    test.for(FORMATS)(
      'as %s hold the rows and fields of the JSON listing, digit by digit',
      async (format) => {
        const { status, headers, bytes } = await file(`${listing}.${format}`);
        const rows = await READERS[format](bytes);

        expect(status).toBe(200);
        expect(rows).toEqual(await listed(`${listing}/`));
        expect(rows.length).toBe(Number(headers['launchlens-rows']));
        expect(headers['launchlens-digest']).toBe(digestOf(rows));
        expect(headers['x-last-indexed-slot']).toBe('3');
      },
    );

    test('have one digest in every format', async () => {
      const digests: unknown[] = [];
      for (const format of FORMATS) {
        digests.push((await file(`${listing}.${format}`)).headers['launchlens-digest']);
      }
      expect(new Set(digests).size).toBe(1);
      expect(digests[0]).toMatch(/^sha256-sum=[0-9a-f]{64}$/);
    });

    test('show the past as it was', async () => {
      const before = await file(`${listing}.csv`);
      under.index
        .pledge({ launchId: 7n, pledger: 'pledger 1', slot: 5n, amount: 1n })
        .pledge({ launchId: 7n, pledger: 'pledger 2', slot: 5n, closed: true })
        .flow({ launchId: 7n, slot: 5n, wallet: 'late', amount: 1n })
        .launch({ launchId: 8n, slot: 5n });
      await under.index.checkpoint({ slot: 6n });
      await api.followed.reaches(6n);

      const past = await file(`${listing}.csv?as_of_slot=3`);
      const now = await file(`${listing}.csv`);

      expect(past.bytes.equals(before.bytes)).toBe(true);
      expect(past.headers.etag).toBe(before.headers.etag);
      expect(now.headers['launchlens-digest']).not.toBe(before.headers['launchlens-digest']);
    });
  });

  test('have names, types and headers that a client expects', async () => {
    const csv = await file('/7/pledges.csv');
    const ndjson = await file('.ndjson?status=pending');
    const parquet = await file('/7/flows.parquet');

    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="launch-7-pledges-slot-3.csv"',
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(ndjson.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="launches-pending-slot-3.ndjson"',
      'launchlens-rows': '1',
    });
    expect(parquet.headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': 'attachment; filename="launch-7-flows-slot-3.parquet"',
    });
    expect(csv.bytes.toString().split('\r\n')[0]).toBe(
      'pledger,pledge_address,amount,tokens_released,refunded,pledged_ts,updated_slot',
    );
  });

  test('NDJSON rows are those of the JSON listing, types and all, without the links', async () => {
    const { bytes } = await file('/7/pledges.ndjson');
    const { text } = await api.get(`${LAUNCHES}/7/pledges/?limit=200`);
    const rows = bytes.toString().trimEnd().split('\n');
    expect(text.replaceAll(/,"explorer":\{[^}]*\}/g, '')).toContain(`"results":[${rows.join(',')}]`);
  });

  test('a Parquet file says of itself what its headers say', async () => {
    const { headers, bytes } = await file('/7/pledges.parquet');
    expect(parquetFacts(bytes)).toMatchObject({
      metadata: {
        'launchlens.listing': 'launch-7-pledges',
        'launchlens.last_indexed_slot': '3',
        'launchlens.digest': headers['launchlens-digest'],
        'launchlens.rows': '10',
        'launchlens.cluster': 'localnet',
        'launchlens.commitment': 'confirmed',
      },
      groups: [3, 3, 3, 1],
    });
  });

  test('ClickHouse reads the greatest u64 and the least i64 out of a Parquet file, and makes the same digest', async () => {
    const { headers, bytes } = await file('/7/pledges.parquet');
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'pledges.parquet');
    await writeFile(path, bytes);

    const sql = `
      SELECT toTypeName(any(amount)) AS type, toString(max(amount)) AS greatest, toString(min(pledged_ts)) AS least,
        lower(hex(reverse(reinterpretAsString(sum(reinterpretAsUInt256(reverse(SHA256(concat(
          pledger, ',', pledge_address, ',', toString(amount), ',', toString(tokens_released), ',',
          toString(refunded), ',', toString(pledged_ts), ',', toString(updated_slot)
        ))))))))) AS digest
      FROM file(${literal(path)}, 'Parquet')`;
    const row = z.object({ type: z.string(), greatest: z.string(), least: z.string(), digest: z.string() });
    const [found] = await under.olap.scanner.query({ sql }, row);

    expect(found).toMatchObject({ greatest: String(U64_MAX), least: String(I64_MIN) });
    expect(found?.type).toContain('UInt64');
    expect(headers['launchlens-digest']).toBe(`sha256-sum=${found?.digest.padStart(64, '0')}`);
  });

  test.each(['pledges', 'flows'])('an empty listing of %s is a file without rows', async (listing) => {
    for (const format of FORMATS) {
      const { status, headers, bytes } = await file(`/${U64_MAX}/${listing}.${format}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'launchlens-rows': '0',
        'launchlens-digest': `sha256-sum=${'0'.repeat(64)}`,
      });
      expect(await READERS[format](bytes)).toEqual([]);
    }
  });

  test('a listing that fills its last page comes whole', async () => {
    for (let index = 0; index < 6; index++) {
      under.index.pledge({ launchId: U64_MAX, pledger: `pledger ${index}`, slot: 2n, amount: 1n }).flow({
        launchId: U64_MAX,
        slot: 2n,
        ordinal: index,
        wallet: 'a',
        amount: 1n,
        transaction: 't',
        blockTime: null,
      });
    }
    await under.index.checkpoint({ slot: 4n });
    await api.followed.reaches(4n);

    for (const listing of ['pledges', 'flows']) {
      for (const format of FORMATS) {
        const { bytes } = await file(`/${U64_MAX}/${listing}.${format}`);
        expect(await READERS[format](bytes)).toHaveLength(6);
      }
    }
  });

  test('HEAD answers the headers alone, and an unchanged file is 304', async () => {
    const head = await api.request('HEAD', `${LAUNCHES}/7/pledges.csv`);
    const got = await file('/7/pledges.csv');
    const unchanged = await file('/7/pledges.csv', { 'if-none-match': String(got.headers.etag) });

    expect(head).toMatchObject({ status: 200, text: '' });
    const names = ['etag', 'launchlens-digest', 'launchlens-rows', 'content-type', 'content-disposition'];
    for (const name of names) expect(head.headers[name]).toBe(got.headers[name]);
    expect(unchanged.status).toBe(304);
    expect(unchanged.bytes).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({ etag: got.headers.etag, 'x-last-indexed-slot': '3' });
  });

  test('the tag changes with slot and rows, not with batches that leave them alone', async () => {
    const tag = async (query: string) => (await file(`/7/pledges.csv${query}`)).headers.etag;
    const first = await tag('?as_of_slot=3');
    await under.index.checkpoint({ slot: 6n });
    await api.followed.reaches(6n);
    expect(await tag('?as_of_slot=3')).toBe(first);
    expect(await tag('')).not.toBe(first);
  });

  test.for([
    ['/9/pledges.csv', 404],
    ['/9/flows.parquet', 404],
    ['/x/pledges.csv', 400],
    ['/7/pledges.csv?limit=5', 400],
    ['/7/pledges.csv?as_of_slot=99', 400],
    ['.csv?status=open', 400],
    ['/7/pledges.csv?min_slot=9&as_of_slot=3', 400],
    ['/7/pledges.xlsx', 404],
    ['/7/pledges.csv?max_lag_slots=0', 200],
    ['/7/pledges.csv/', 200],
  ] as const)('%s answers %i', async ([path, status]) => {
    expect(await file(path)).toMatchObject({ status });
  });

  test('POST is refused', async () => {
    expect(await api.request('POST', `${LAUNCHES}/7/pledges.csv`)).toMatchObject({ status: 405 });
  });
});

function exactNumbers(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? BigInt(source ?? '') : value;
}
