import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Launchlens, NotFoundError } from '../../../client/index.ts';
import { valuesOf } from '../../idl/anchor/anchor-values.ts';
import { collect } from '../../support/collect.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { McpUnderTest } from '../mcp/support/mcp-under-test.ts';
import { type AccountValue, deskProgram } from './support/program-index.ts';
import { programsSuite } from './support/programs-suite.ts';

const PROGRAM = deskProgram();
const [ORDER] = PROGRAM.types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const [FIRST, SECOND, THIRD] = fc.sample(valuesOf(ORDER.layout), { seed: 7, numRuns: 3 }) as [
  AccountValue,
  AccountValue,
  AccountValue,
];

const BASE = '/api/v1/programs/desk/accounts/Order/';

/** `a` changes twice, `b` closes, `c` does not decode from slot 14 on, `d` is of no known type. */
const suite = programsSuite(async ({ index, show }) => {
  index.slots.slot(10n, 1_790_000_000n).coverage('streamed', 10n, 30n);
  await index.write(
    { address: 'a', slot: 10n, value: FIRST },
    { address: 'b', slot: 10n, value: SECOND, lamports: 5n },
    { address: 'c', slot: 11n, value: THIRD },
    { address: 'a', slot: 12n, value: SECOND },
    { address: 'a', slot: 13n, value: SECOND },
    { address: 'b', slot: 13n, closed: true },
    { address: 'c', slot: 14n, undecodable: 'too short', value: THIRD },
    { address: 'd', slot: 14n, type: '' },
    { address: 'a', slot: 15n, value: SECOND, lamports: 2n },
  );
  await show(20n);
});
let mcp: Awaited<ReturnType<McpUnderTest['connect']>>['client'];
let client: Launchlens;
beforeAll(async () => {
  const listening = await McpUnderTest.listen(suite.api);
  client = new Launchlens({ url: new URL(listening.url).origin });
  mcp = (await listening.connect()).client;
  // From here on the client holds every answer against its tool's output schema.
  await mcp.listTools();
});

async function tool(name: string, args: Record<string, unknown>): Promise<unknown> {
  return (await mcp.callTool({ name, arguments: args })).structuredContent;
}

async function graphql(query: string, variables: Record<string, unknown> = {}) {
  return (
    await suite.api.request('POST', '/graphql', { 'content-type': 'application/json' }, { query, variables })
  ).json;
}

async function sql(query: string, slot: number) {
  const body = { query, as_of_slot: slot };
  return (await suite.api.request('POST', '/api/v1/sql/', { 'content-type': 'application/json' }, body)).json;
}

describe('one question about a program', () => {
  test('has one answer over REST and SQL', async () => {
    for (const slot of [10, 11, 12, 13, 14, 15, 20]) {
      const rest = (await suite.api.get(`${BASE}?as_of_slot=${slot}`)).json;
      const { source, rows } = await sql(
        'SELECT address, lamports, updated_slot, owner, amount, total FROM launchlens_desk.Order ORDER BY base58Decode(address)',
        slot,
      );
      expect(source).toEqual(rest.source);
      expect(rows).toEqual(
        rest.results.map(({ address, lamports, updated_slot: updated, data }: Answered) => {
          const { owner, amount, total } = data as Record<string, unknown>;
          return [address, lamports, `${updated}`, owner, amount, total];
        }),
      );
    }
    const versions = `SELECT slot, lamports, closed FROM launchlens_desk.Order_versions WHERE address = '${pubkeyOf('a')}' ORDER BY slot`;
    expect((await sql(versions, 13)).rows.map(([slot]: [string]) => slot)).toEqual(['10', '12', '13']);
  });

  test('has one answer over REST, MCP, GraphQL and SQL', async () => {
    for (const slot of [10, 11, 12, 13, 14, 15, 20]) {
      const rest = (await suite.api.get(`${BASE}?as_of_slot=${slot}`)).json;
      expect(
        await tool('list_accounts', { program: 'desk', type: 'Order', as_of_slot: slot, limit: 50 }),
      ).toEqual(rest);
      const { data } = await graphql(
        `query ($slot: Slot) { desk { orderAccounts(asOfSlot: $slot) {
          totalCount undecodable source { lastIndexedSlot programId }
          nodes { address lamports updatedSlot owner level amount balance total ratio price side state fees { rate until } limit slot closed }
        } } }`,
        { slot },
      );
      const { totalCount, undecodable, source, nodes } = data.desk.orderAccounts;
      expect([totalCount, undecodable, source]).toEqual([
        rest.count,
        rest.undecodable,
        { lastIndexedSlot: slot, programId: PROGRAM.address },
      ]);
      expect(nodes).toEqual(
        rest.results.map(({ address, lamports, updated_slot, data: fields }: Answered) => {
          const {
            owner,
            level,
            amount,
            balance,
            total,
            ratio,
            price,
            side,
            state,
            fees,
            limit,
            slot: own,
            closed,
          } = fields;
          return {
            ...{ address, lamports, updatedSlot: updated_slot, owner, level, amount, balance, total },
            ...{ ratio, price, side, state, fees, limit, slot: own, closed },
          };
        }),
      );
    }
    const latest = (await suite.api.get(BASE)).json;
    const sql =
      'SELECT address, toString(lamports) AS lamports, toUInt32(updated_slot) AS updated_slot, owner, toString(amount) AS amount FROM `Order`';
    const rows = await suite.olap.reader.query({ sql }, z.record(z.string(), z.unknown()));
    expect(rows).toEqual(
      latest.results.map(({ address, lamports, updated_slot, data: { owner, amount } }: Answered) => ({
        ...{ address, lamports, updated_slot, owner, amount },
      })),
    );
    expect(latest).toMatchObject({ count: 1, undecodable: 1, source: { program_id: PROGRAM.address } });
  });

  test('counts every type, and accounts of none', async () => {
    const { json } = await suite.api.get('/api/v1/programs/');
    expect(json.results).toEqual([
      {
        ...{ name: 'desk', address: PROGRAM.address, idl_sha256: PROGRAM.idl.sha256, last_indexed_slot: 20 },
        accounts: [
          { type: 'Order', count: 1, undecodable: 1 },
          { type: 'Notes', count: 0, undecodable: 0 },
        ],
        ...{ instructions: [], events: [], transactions_covered_from_slot: null },
        unknown_accounts: 1,
      },
    ]);
    expect(await tool('list_programs', {})).toEqual(json);
  });

  test('about one account says what it is, or why it cannot be read', async () => {
    const [a, c] = [pubkeyOf('a'), pubkeyOf('c')];
    const rest = (await suite.api.get(`${BASE}${a}/`)).json;
    expect(rest.account).toEqual({
      ...{ address: a, type: 'Order', lamports: '2', updated_slot: 15, data: SECOND.json, undecodable: null },
    });
    expect(await tool('get_account', { program: 'desk', address: a })).toEqual(rest);
    expect((await suite.api.get(`${BASE}${c}/`)).json.account).toMatchObject({
      ...{ data: null, undecodable: 'too short' },
    });
    const { data } = await graphql(
      `{ desk { a: orderAccount(address: "${a}") { lamports amount } b: orderAccount(address: "${pubkeyOf('b')}") { lamports } c: orderAccount(address: "${c}") { amount undecodable } } }`,
    );
    expect(data.desk).toEqual({
      a: { lamports: '2', amount: (SECOND.json as { amount: string }).amount },
      b: null,
      c: { amount: null, undecodable: 'too short' },
    });
  });

  test('is asked and answered by the client library, page by page', async () => {
    const { where, asOfSlot } = { where: { level: { gte: 0 } }, asOfSlot: 11 };
    const rest = (await suite.api.get(`${BASE}?as_of_slot=11&order_by=-level`)).json;
    const all = client.programs.allAccounts('desk', 'Order', {
      where,
      orderBy: '-level',
      asOfSlot,
      limit: 1,
    });
    expect(await collect(all)).toEqual(rest.results);
    expect(rest.results).toHaveLength(3);
    const key = { program: 'desk', type: 'Order', address: pubkeyOf('a') };
    expect((await client.programs.account(key)).account.data).toEqual(SECOND.json);
    expect(await collect(client.programs.allHistory(key, { limit: 1 }))).toHaveLength(3);
    expect((await client.programs.list()).results[0]?.name).toBe('desk');
    const missing = client.programs.account({ ...key, address: pubkeyOf('nobody') });
    await expect(missing).rejects.toThrow(NotFoundError);
  });

  test('takes a cursor only with the conditions and the order of its first page', async () => {
    const query = `as_of_slot=11&limit=1&where=${encodeURIComponent('{"level":{"gte":0}}')}&order_by=level`;
    const { next_cursor: cursor } = (await suite.api.get(`${BASE}?${query}`)).json;
    expect(await suite.api.get(`${BASE}?${query}&cursor=${cursor}`)).toMatchObject({ status: 200 });
    for (const other of [
      '',
      'order_by=level',
      `where=${encodeURIComponent('{"level":{"gte":1}}')}&order_by=level`,
    ]) {
      const refused = await suite.api.get(`${BASE}?${other}&cursor=${cursor}`);
      expect(refused, other).toMatchObject({ status: 400, json: { code: 'cursor_mismatch' } });
    }
    const history = `${BASE}${pubkeyOf('a')}/history/?cursor=${cursor}`;
    expect(await suite.api.get(history)).toMatchObject({ status: 400, json: { code: 'cursor_invalid' } });
  });

  test('is refused where its conditions are wrong, in every transport', async () => {
    const where = { amount: { gte: 1 } };
    const detail =
      /^where\.amount\.gte must be a whole number from 0 to 18446744073709551615, as a decimal string\.$/;
    const rest = await suite.api.get(`${BASE}?where=${encodeURIComponent(JSON.stringify(where))}`);
    expect(rest).toMatchObject({ status: 400, json: { code: 'parameter_malformed' } });
    expect(rest.json.detail).toMatch(detail);
    const over = await tool('list_accounts', { program: 'desk', type: 'Order', where });
    expect((over as { detail: string }).detail).toMatch(detail);
    const { errors } = await graphql(
      'query ($where: JSON) { desk { orderAccounts(where: $where) { totalCount } } }',
      { where },
    );
    expect(errors[0].message).toMatch(detail);
    for (const text of ['', '[]', 'null', '{', '"x"']) {
      const refused = await suite.api.get(`${BASE}?where=${encodeURIComponent(text)}`);
      expect(refused, text).toMatchObject({
        status: 400,
        json: { detail: expect.stringMatching(/^where must be /) },
      });
    }
  });

  test('is refused for what does not exist', async () => {
    const b = pubkeyOf('b');
    const codes: Record<string, string> = {
      '/api/v1/programs/vault/accounts/Order/': 'program_not_found',
      '/api/v1/programs/desk/accounts/order/': 'account_type_not_found',
      [`${BASE}${b}/`]: 'program_account_not_found',
      [`/api/v1/programs/desk/accounts/Notes/${pubkeyOf('a')}/`]: 'program_account_not_found',
      [`/api/v1/programs/desk/accounts/Notes/${pubkeyOf('a')}/history/`]: 'program_account_not_found',
      [`${BASE}${pubkeyOf('nobody')}/history/`]: 'program_account_not_found',
    };
    for (const [path, code] of Object.entries(codes)) {
      expect(await suite.api.get(path), path).toMatchObject({ status: 404, json: { code } });
    }
    expect(await suite.api.get(`${BASE}?as_of_slot=99`)).toMatchObject({
      status: 400,
      json: { code: 'slot_ahead' },
    });
    expect(await suite.api.get(`${BASE}?as_of_slot=9`)).toMatchObject({
      status: 410,
      json: { code: 'slot_not_held' },
    });
  });

  test('about history lists every slot in which the account changed, and its end', async () => {
    const a = (await suite.api.get(`${BASE}${pubkeyOf('a')}/history/`)).json;
    expect(a.results).toEqual([
      { slot: 15, lamports: '2', data: SECOND.json, closed: false },
      { slot: 12, lamports: '1', data: SECOND.json, closed: false },
      { slot: 10, lamports: '1', data: FIRST.json, closed: false },
    ]);
    expect(await tool('account_history', { program: 'desk', address: pubkeyOf('a'), limit: 50 })).toEqual(a);
    const b = (await suite.api.get(`${BASE}${pubkeyOf('b')}/history/`)).json;
    expect(b.results).toEqual([
      { slot: 13, lamports: '0', data: null, closed: true },
      { slot: 10, lamports: '5', data: SECOND.json, closed: false },
    ]);
    const pages = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await suite.api.get(
        `${BASE}${pubkeyOf('a')}/history/?limit=1&from_slot=11${cursor && `&cursor=${cursor}`}`,
      );
      pages.push(...json.results.map(({ slot }: { slot: number }) => slot));
      cursor = json.next_cursor;
    }
    expect(pages).toEqual([15, 12]);
    expect((await suite.api.get(`${BASE}${pubkeyOf('a')}/history/?as_of_slot=11`)).json.results).toHaveLength(
      1,
    );
  });

  test('is the same for an ETag that is known, and for pages at the slot of the first', async () => {
    const { headers, json } = await suite.api.get(BASE);
    const again = await suite.api.get(BASE, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(headers['x-last-indexed-slot']).toBe(String(json.source.last_indexed_slot));
  });
});

interface Answered {
  readonly address: string;
  readonly lamports: string;
  readonly updated_slot: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly data: any;
}
