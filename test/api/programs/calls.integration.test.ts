import { afterAll, beforeAll, expect, test } from 'vitest';
import { Launchlens } from '../../../client/index.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import {
  type CallFields,
  callsProgram,
  coverTransactions,
  insertCells,
  writeCall,
} from './support/calls-program.ts';
import { type FollowedProgram, followProgram } from './support/programs-suite.ts';

const PROGRAM = callsProgram('calls');

let under: IndexUnderTest;
let followed: FollowedProgram;
let api: ApiUnderTest;

const write = (call: CallFields) => writeCall(followed.index, call);

beforeAll(async () => {
  under = await openIndex();
  await under.index.reset();
  followed = await followProgram(under.olap, PROGRAM);
  api = openApi(under.olap, {}, { programs: new Map([['calls', followed.reads]]) });
  followed.index.slots.coverage('streamed', 10n, 30n);
  await write({ slot: 11, amount: 5n, revision: 0 });
  await write({ slot: 12, amount: 2n ** 64n - 1n, revision: 0, transaction: 1 });
  await write({ slot: 12, amount: 7n, revision: 0, transaction: 1, inner: 2, owner: 'other' });
  await write({ slot: 15, amount: 8n, revision: 0 });
  await coverTransactions(followed.index, 11);
  await followed.show(20n);
});
afterAll(async () => {
  await api?.stop();
  await followed?.stop();
  await under?.dispose();
});

const JSON_BODY = { 'content-type': 'application/json' };
const INSTRUCTIONS = '/api/v1/programs/calls/instructions/place/';
const EVENTS = '/api/v1/programs/calls/events/Placed/';

async function amounts(path: string): Promise<readonly string[]> {
  const { json } = await api.get(path);
  return json.results.map(({ data }: { readonly data: { readonly amount: string } }) => data.amount);
}

test('instructions are listed newest first, with their accounts by name', async () => {
  const { json } = await api.get(INSTRUCTIONS);
  expect(json).toMatchObject({ source: { last_indexed_slot: 20 }, covered_from_slot: 11, next_cursor: null });
  expect(json.results).toHaveLength(4);
  expect(json.results[1]).toEqual({
    ...{ slot: 12, time: '2026-09-21T14:13:20Z', signature: expect.any(String) },
    ...{ transaction_index: 1, instruction_index: 0, inner_index: 2 },
    accounts: { owner: pubkeyOf('other'), order: pubkeyOf('order') },
    remaining_accounts: [pubkeyOf('more')],
    data: { amount: '7' },
  });
});

test('the list of programs names them, and since when they are complete', async () => {
  const { json } = await api.get('/api/v1/programs/');
  expect(json.results).toMatchObject([
    { name: 'calls', instructions: ['place'], events: ['Placed'], transactions_covered_from_slot: 11 },
  ]);
});

test('events have their place and how they were emitted', async () => {
  const { json } = await api.get(`${EVENTS}?limit=1`);
  expect(json.results).toEqual([
    expect.objectContaining({ slot: 15, source: 'cpi', event_index: 0, data: { amount: '8' } }),
  ]);
});

test.each([
  ['?where={"amount":{"gte":"8"}}', ['8', `${2n ** 64n - 1n}`]],
  ['?from_slot=12&to_slot=12', ['7', `${2n ** 64n - 1n}`]],
  ['?as_of_slot=12', ['7', `${2n ** 64n - 1n}`, '5']],
])('%s chooses among them', async (query, expected) => {
  expect(await amounts(`${INSTRUCTIONS}${query}`)).toEqual(expected);
  expect(await amounts(`${EVENTS}${query}`)).toEqual(expected);
});

test('an account chooses the instructions that it is in', async () => {
  expect(await amounts(`${INSTRUCTIONS}?account=${pubkeyOf('other')}`)).toEqual(['7']);
  expect(await amounts(`${INSTRUCTIONS}?account=${pubkeyOf('more')}`)).toHaveLength(4);
});

test.each([INSTRUCTIONS, EVENTS])('pages of %s have each once, at one slot', async (path) => {
  const found: string[] = [];
  for (let query = '?limit=1'; ; ) {
    const { json } = await api.get(`${path}${query}`);
    found.push(json.results[0].data.amount);
    if (json.next_cursor === null) break;
    query = `?limit=1&cursor=${json.next_cursor}`;
  }
  expect(found).toEqual(['8', '7', `${2n ** 64n - 1n}`, '5']);
});

test('GraphQL answers as REST does, page by page', async () => {
  const query = `query ($after: String) { calls {
    instructionNames eventNames
    instructions(name: "place", where: { amount: { gte: "7" } }, first: 2, after: $after, asOfSlot: 15) {
      coveredFromSlot pageInfo { endCursor }
      nodes { slot time signature transactionIndex instructionIndex innerIndex accounts remainingAccounts data }
    }
    events(name: "Placed", fromSlot: 15) { nodes { source eventIndex data } }
  } }`;
  const ask = async (after?: string) =>
    (await api.request('POST', '/graphql', JSON_BODY, { query, variables: { after } })).json.data.calls;
  const { instructions, events, ...names } = await ask();
  expect(names).toEqual({ instructionNames: ['place'], eventNames: ['Placed'] });
  const { json } = await api.get(`${INSTRUCTIONS}?where={"amount":{"gte":"7"}}&as_of_slot=15`);
  const [, second] = json.results;
  expect(instructions).toMatchObject({ coveredFromSlot: 11, nodes: [{ slot: 15 }, { slot: 12 }] });
  expect(instructions.nodes[1]).toEqual({
    ...{ slot: 12, time: second.time, signature: second.signature, data: second.data },
    ...{ transactionIndex: 1, instructionIndex: 0, innerIndex: 2 },
    ...{ accounts: second.accounts, remainingAccounts: second.remaining_accounts },
  });
  expect(events.nodes).toEqual([{ source: 'cpi', eventIndex: 0, data: { amount: '8' } }]);
  const next = await ask(instructions.pageInfo.endCursor);
  expect(next.instructions.nodes).toHaveLength(1);
});

test('the client library asks the same', async () => {
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { programs } = new Launchlens({ url: origin });
  const where = { amount: { gte: '8' } };
  const { results } = await programs.instructions('calls', 'place', { where, asOfSlot: 12 });
  expect(results).toEqual(
    (await api.get(`${INSTRUCTIONS}?where=${JSON.stringify(where)}&as_of_slot=12`)).json.results,
  );
  const { results: events } = await programs.events('calls', 'Placed', { fromSlot: 15 });
  expect(events).toHaveLength(1);
  api.app.server.closeAllConnections();
});

test('a row that was written again counts by its newest revision', async () => {
  await write({ slot: 15, amount: 9n, revision: 1 });
  expect((await amounts(INSTRUCTIONS))[0]).toBe('9');
  expect(await amounts(`${INSTRUCTIONS}?where={"amount":"8"}`)).toEqual([]);
});

test('ranges that follow one another count as one, and a gap between two does not', async () => {
  const coveredFrom = async (slot: number): Promise<number | null> =>
    (await api.get(`${INSTRUCTIONS}?as_of_slot=${slot}`)).json.covered_from_slot;
  const seen = (from: number, to: string, revision = 0) =>
    insertCells(followed.index, 'transaction_coverage', {
      ...{ from_slot: `${from}`, to_slot: to, source: "'stream'", revision: `${revision}` },
    });
  const whole = [15, 18, 20];
  // The range from 11 on ended at 14, the next one began at 18.
  await seen(11, '14', 1);
  await seen(18, `${2n ** 64n - 1n}`, 1);
  expect(await Promise.all([14, ...whole].map(coveredFrom))).toEqual([11, null, 18, 18]);
  await seen(15, '17', 1);
  expect(await Promise.all([14, ...whole].map(coveredFrom))).toEqual([11, 11, 11, 11]);
});

test('an optional account is null where the program names itself in its place', async () => {
  await write({ slot: 13, amount: 1n, order: 'calls program', revision: 0 });
  const { json } = await api.get(`${INSTRUCTIONS}?from_slot=13&to_slot=13`);
  expect(json.results[0].accounts).toEqual({ owner: pubkeyOf('owner'), order: null });
});

test.each([
  ['/api/v1/programs/calls/instructions/other/', 404, 'program_call_not_found'],
  ['/api/v1/programs/calls/events/place/', 404, 'program_call_not_found'],
  [`${INSTRUCTIONS}?where={"amuont":"1"}`, 400, 'parameter_malformed'],
  [`${EVENTS}?account=${pubkeyOf('a')}`, 400, 'parameter_unknown'],
])('%s answers %i', async (path, status, code) => {
  expect(await api.get(path)).toMatchObject({ status, json: { code } });
});
