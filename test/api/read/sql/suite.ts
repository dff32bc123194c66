import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../../../../api/read/latest/advance.ts';
import type { Stamp } from '../../../../api/read/model.ts';
import { createSqlReader } from '../../../../api/read/sql/ask.ts';
import type { SqlDomain } from '../../../../api/read/sql/domains.ts';
import type { SqlFormat } from '../../../../api/read/sql/formats.ts';
import { LAUNCH_RELATIONS } from '../../../../api/read/sql/launch-relations.ts';
import type { SqlRelation } from '../../../../api/read/sql/relations.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { IndexBuilder, pubkeyOf } from '../../../support/index-builder.ts';
import { GREEDY, HOSTILE } from './hostile-queries.ts';

export interface Store {
  readonly olap: Olap;
  dispose(): Promise<void>;
}

const OUTFILE = '/tmp/launchlens-hostile-out';
/** Less than the product gives, so that greedy queries end soon. */
const QUERY_MS = 2_000;
const SECRET = 'nobody-may-read-this';
/** As another program would plug in its tables. */
const PROGRAM: SqlRelation = {
  database: 'launchlens_vault',
  name: 'Position',
  sql: `SELECT number AS amount, (SELECT slot FROM launchlens_vault__checkpoint) AS at FROM numbers(3)`,
};

/** SQL of strangers, on one engine. */
export function sqlSuite(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    let stamp: Stamp;

    beforeAll(async () => {
      store = await open();
      const index = new IndexBuilder(store.olap);
      await index.reset();
      for (const [slot, totalPledged] of [
        [10n, 5n],
        [20n, 18_446_744_073_709_551_615n],
      ] as const) {
        index.launch({ launchId: 1n, slot, totalPledged }).slot(slot, 1_700_000_000n + slot);
        index.pledge({ launchId: 1n, pledger: 'alice', slot, amount: slot });
        await index.checkpoint({ slot });
      }
      index.pledge({ launchId: 1n, pledger: 'bob', slot: 30n, amount: 7n });
      index.pledge({ launchId: 1n, pledger: 'alice', slot: 30n, closed: true });
      index.flow({ launchId: 1n, slot: 30n, wallet: 'bob', amount: 7n });
      await index.checkpoint({ slot: 30n });
      await store.olap.writer.command({
        sql: `INSERT INTO reward_events (record_id, kind, at, program, wallet) VALUES (1, 'accrued', now64(3), 'referral', '${SECRET}')`,
      });
      const signal = new AbortController().signal;
      const found = await advance(undefined, { olap: store.olap, expected: {}, signal });
      if (!found) throw new Error('there is no checkpoint');
      stamp = found.apply().stamp;
    });
    afterAll(() => store.dispose());

    /** Launches, and a program that is as far as they are. */
    const reader = () => {
      const at = (slot = stamp.slot): Stamp => ({ ...stamp, slot });
      const domain = (database: string, relations: readonly SqlRelation[]): SqlDomain => ({
        ...{ database, relations },
        stampAt: async (slot) => at(slot),
        ask: async (slot, question) => ({ stamp: at(slot), facts: await question(at(slot)) }),
      });
      const domains = [domain('launchlens', LAUNCH_RELATIONS), domain('launchlens_vault', [PROGRAM])];
      return createSqlReader(store.olap.guests, domains, QUERY_MS);
    };
    async function bytesOf(query: string, format: SqlFormat, asOfSlot?: bigint): Promise<Buffer> {
      const signal = AbortSignal.timeout(30_000);
      return Buffer.from((await reader().ask({ query, format, asOfSlot }, signal)).facts);
    }
    async function rows(query: string, slot?: bigint): Promise<unknown[]> {
      return JSON.parse(`${await bytesOf(query, 'json', slot)}`).data;
    }
    const failure = (query: string) =>
      rows(query).then(
        (data) => ({ code: 'NONE', message: JSON.stringify(data) }),
        (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
      );

    test('shows the latest state at the asked slot, with keys as text and no digit lost', async () => {
      const query = 'SELECT launch_id, total_pledged, updated_slot FROM launches';
      expect(await rows(query)).toEqual([['1', '18446744073709551615', '20']]);
      expect(await rows(query, 15n)).toEqual([['1', '5', '10']]);
      expect(await rows(query, 9n)).toEqual([]);
      const pledgers = 'SELECT pledger, amount FROM launchlens.pledges ORDER BY amount';
      expect(await rows(pledgers)).toEqual([[pubkeyOf('bob'), '7']]);
      expect(await rows(pledgers, 20n)).toEqual([[pubkeyOf('alice'), '20']]);
    });

    test('shows every version up to the asked slot, slots and escrow activity', async () => {
      const versions = 'SELECT slot, amount, closed FROM pledge_versions WHERE pledger = ';
      const alice = `'${pubkeyOf('alice')}' ORDER BY slot`;
      expect(await rows(versions + alice)).toEqual([
        ['10', '10', 0],
        ['20', '20', 0],
        ['30', '0', 1],
      ]);
      expect(await rows(versions + alice, 19n)).toEqual([['10', '10', 0]]);
      expect(await rows('SELECT slot, block_time FROM slots ORDER BY slot', 19n)).toEqual([
        ['10', '1700000010'],
      ]);
      expect(await rows('SELECT wallet, amount FROM escrow_flows')).toEqual([[pubkeyOf('bob'), '7']]);
      expect(await rows('SELECT slot FROM checkpoint', 15n)).toEqual([['15']]);
    });

    test('answers from every relation that it declares', async () => {
      for (const { database, name } of [...LAUNCH_RELATIONS, PROGRAM]) {
        expect(await rows(`SELECT count() > 0 FROM ${database}.${name}`), name).toHaveLength(1);
      }
    });

    test.each([
      [
        'joins and qualified names',
        'SELECT l.launch_id, count() FROM launchlens.launches AS l JOIN pledges AS p ON p.launch_id = l.launch_id GROUP BY l.launch_id',
        [['1', '1']],
      ],
      [
        'own table expressions',
        'WITH p AS (SELECT * FROM pledges) SELECT (SELECT count() FROM p), launches.launch_id FROM launchlens.launches',
        [['1', '1']],
      ],
      [
        'several queries',
        'SELECT count() AS n FROM pledges UNION ALL (WITH q AS (SELECT 1 AS x) SELECT count() AS n FROM launches, q)',
        [['1'], ['1']],
      ],
      [
        'membership',
        'SELECT launch_id FROM launches WHERE launch_id IN (SELECT launch_id FROM pledges)',
        [['1']],
      ],
      [
        'windows',
        'SELECT amount, sum(amount) OVER w FROM pledge_versions WHERE closed = 0 WINDOW w AS (ORDER BY slot) ORDER BY slot',
        [
          ['10', '10'],
          ['20', '30'],
          ['7', '37'],
        ],
      ],
      [
        'tables of other programs',
        'SELECT launchlens_vault.Position.amount, at FROM launchlens_vault.Position ORDER BY amount DESC LIMIT 1',
        [['2', '30']],
      ],
      ['wide sums', 'SELECT sum(toUInt128(total_pledged)) FROM launch_versions', [['18446744073709551620']]],
      [
        'text that looks like more',
        `SELECT 'a; DROP TABLE b -- \\'' AS "launchlens.launches", "launchlens.launches" = 'x' FROM launches -- and more`,
        [["a; DROP TABLE b -- '", 0]],
      ],
      ['a trailing semicolon', 'SELECT 1;', [[1]]],
    ])('takes %s', async (_, query, expected) => {
      expect(await rows(query)).toEqual(expected);
    });

    test('cuts JSON after ten thousand rows, in the order of the query', async () => {
      const found = await rows('SELECT number FROM numbers(100000) ORDER BY number DESC');
      expect(found).toHaveLength(10_001);
      expect(found[0]).toEqual(['99999']);
    });

    test('writes files that begin as their formats do, with text for what is wider than 64 bits', async () => {
      const query = `SELECT number, toUInt128(number) AS wide, CAST('in', 'Enum8(''in'' = 1)') AS way, 'é' AS name
        FROM numbers(3) ORDER BY number DESC`;
      expect(`${await bytesOf(query, 'csv')}`.split('\n').slice(0, 2)).toEqual([
        '"number","wide","way","name"',
        '2,"2","in","é"'.replace('"2"', '2'),
      ]);
      expect(`${await bytesOf(query, 'ndjson')}`.split('\n')[0]).toBe(
        '{"number":"2","wide":"2","way":"in","name":"é"}',
      );
      const parquet = await bytesOf(query, 'parquet');
      expect([parquet.subarray(0, 4), parquet.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
      expect(`${(await bytesOf(query, 'arrow')).subarray(0, 6)}`).toBe('ARROW1');
    });

    test.each(HOSTILE)('refuses %s', async (query) => {
      const { code, message } = await failure(query);
      expect(['SQL_REFUSED', 'SQL_ERROR'], message).toContain(code);
      expect(message).not.toMatch(/nobody-may|root:|\/tmp\/|reward_events \(/);
      expect(existsSync(OUTFILE)).toBe(false);
    });

    test('refuses everything hostile that it can parse as refused, and not as a mistake', async () => {
      const mistakes: string[] = [];
      for (const query of HOSTILE) if ((await failure(query)).code === 'SQL_ERROR') mistakes.push(query);
      expect(mistakes).toMatchInlineSnapshot(`
        [
          "(SELECT 1 INTO OUTFILE '/tmp/launchlens-hostile-out')",
          "SELECT 1) AS a; DROP TABLE launchlens.launch_versions; SELECT (1",
        ]
      `);
    });

    test.each(GREEDY.map((query) => ({ query, begin: query.slice(0, 80) })))(
      'ends $begin',
      async ({ query }) => {
        expect(['SQL_LIMIT', 'SQL_ERROR']).toContain((await failure(query)).code);
      },
      60_000,
    );

    test('says what is wrong in the engine’s words, and nothing of what stands around the query', async () => {
      expect(await failure('SELECT nothing FROM launches')).toEqual({
        code: 'SQL_ERROR',
        message: 'The query is faulty: Unknown expression identifier `nothing`.',
      });
      const syntax = await failure('SELEKT 1');
      expect(syntax.code).toBe('SQL_ERROR');
      expect(syntax.message).not.toContain('formatQuery');
      expect((await failure('SELECT 1; SELECT 2')).message).toContain('more than one statement');
    });

    test('ends with its signal, and goes on to answer others', async () => {
      const stop = new AbortController();
      const query = 'SELECT count() FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number))';
      const asked = reader().ask({ query, format: 'json' }, stop.signal);
      stop.abort(new Error('the client left'));
      await expect(asked).rejects.toThrow('the client left');
      expect(await rows('SELECT 1')).toEqual([[1]]);
    });
  });
}
