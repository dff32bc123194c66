import { describe, expect, test } from 'vitest';
import { sqlAnswer } from '../../../schemas/rest/sql.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

describe('POST /sql/', () => {
  const mirror = mirrorSuite();
  const ask = (body: unknown, path = '/api/v1/sql/') =>
    mirror.api.request('POST', path, { 'content-type': 'application/json' }, body);
  const fill = async () => {
    mirror.index
      .launch({ launchId: 7n, slot: 2n, totalPledged: 9_007_199_254_740_993n })
      .pledge({ launchId: 7n, slot: 4n, pledger: 'a', amount: 5n })
      .coverage('streamed', 1n, 9n);
    await mirror.show(9n);
  };
  const query = 'SELECT launch_id, total_pledged FROM launches';

  test('answers rows with their columns, exact at one slot', async () => {
    await fill();
    const { status, json, headers } = await ask({ query });
    expect(status).toBe(200);
    expect(() => sqlAnswer.parse(json)).not.toThrow();
    expect(json).toMatchObject({
      source: { last_indexed_slot: 9 },
      columns: [
        { name: 'launch_id', type: 'UInt64' },
        { name: 'total_pledged', type: 'UInt64' },
      ],
      rows: [['7', '9007199254740993']],
      row_count: 1,
      truncated: false,
    });
    expect(headers['x-last-indexed-slot']).toBe('9');
    expect((await ask({ query, as_of_slot: 3 }, '/api/v1/sql')).json).toMatchObject({
      source: { last_indexed_slot: 3 },
      row_count: 1,
    });
  });

  test('says that it shows only the first rows', async () => {
    await fill();
    const { json } = await ask({ query: 'SELECT number FROM numbers(10001) ORDER BY number' });
    expect([json.row_count, json.truncated, json.rows.at(-1)]).toEqual([10_000, true, ['9999']]);
  });

  test('refuses slots as every other read does', async () => {
    await fill();
    expect(await ask({ query, as_of_slot: 10 })).toMatchObject({ status: 400, json: { code: 'slot_ahead' } });
    mirror.index.coverage('lost', 4n, 5n);
    await mirror.show(11n);
    expect(await ask({ query, as_of_slot: 4 })).toMatchObject({
      status: 410,
      json: { code: 'slot_not_held' },
    });
  });

  test.each([
    ['DROP TABLE launchlens.launch_versions', 'sql_refused'],
    ['SELECT * FROM system.tables', 'sql_refused'],
    ['SELECT launch_ FROM launches', 'sql_error'],
    ['SELECT groupArray(number) FROM numbers(10000000000)', 'sql_limit'],
  ])('answers %s with 400 and %s', async (wrong, code) => {
    await fill();
    expect(await ask({ query: wrong })).toMatchObject({ status: 400, json: { code } });
  });

  test('refuses bodies that it does not understand', async () => {
    await fill();
    for (const body of [
      {},
      { query: '' },
      { query, format: 'xml' },
      { query, limit: 1 },
      { query, as_of_slot: -1 },
    ]) {
      expect((await ask(body)).status).toBe(400);
    }
  });

  test('writes files that name their slot', async () => {
    await fill();
    const { headers, text } = await ask({ query, format: 'csv', as_of_slot: 9 });
    expect(text).toBe('"launch_id","total_pledged"\n7,9007199254740993\n');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="query-slot-9.csv"',
      'x-last-indexed-slot': '9',
    });
    const parquet = await ask({ query, format: 'parquet' });
    expect(parquet.headers['content-type']).toBe('application/vnd.apache.parquet');
  });

  test('lets two queries of a client run or wait, and other reads go on meanwhile', async () => {
    await fill();
    const slow = 'SELECT count() FROM numbers(3000000000) WHERE NOT ignore(sipHash64(number))';
    const running = [ask({ query: slow }), ask({ query: slow })];
    const { status, json } = await ask({ query });
    expect([status, json.code]).toEqual([429, 'client_share_used']);
    expect((await mirror.api.get('/api/v1/ilo/launches/?as_of_slot=8')).status).toBe(200);
    for (const { status } of await Promise.all(running)) expect([200, 400]).toContain(status);
  }, 60_000);
});
