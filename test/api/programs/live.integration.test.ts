import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { valuesOf } from '../../idl/anchor/anchor-values.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { EventClient } from '../graphql/support/event-client.ts';
import { insertCells } from './support/calls-program.ts';
import { type AccountValue, deskProgram } from './support/program-index.ts';
import { programsSuite } from './support/programs-suite.ts';

const [ORDER] = deskProgram().types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const [SAMPLE] = fc.sample(valuesOf(ORDER.layout), { seed: 5, numRuns: 1 }) as [AccountValue];

/** An order of a level. */
function level(value: number): AccountValue {
  return {
    anchor: { ...(SAMPLE.anchor as object), level: value },
    json: { ...(SAMPLE.json as object), level: value },
  };
}

const FIELDS = '{ source { lastIndexedSlot } accounts { address level } gone complete }';

const suite = programsSuite(async ({ index, show }) => {
  index.slots.coverage('streamed', 10n, 999n);
  await index.write(
    { address: 'a', slot: 10n, value: level(1) },
    { address: 'b', slot: 10n, value: level(9) },
  );
  await show(10n);
});
let origin = '';
beforeAll(async () => {
  origin = await suite.api.app.listen({ host: '127.0.0.1', port: 0 });
});
const clients: EventClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function listen(field: string, lastEventId?: string): Promise<EventClient> {
  const client = new EventClient(origin, `subscription { ${field} }`, lastEventId ? { lastEventId } : {});
  clients.push(client);
  await client.connected();
  return client;
}

/** What an event says: its slot, the accounts with their levels, and those that are gone. */
function told({ id, data }: { readonly id: string | undefined; readonly data: unknown }) {
  const { changes } = (data as { data: { changes: Changes } }).data;
  const levels = changes.accounts.map(({ address, level: of }) => [address, of]);
  return { id, levels: Object.fromEntries(levels), gone: changes.gone, complete: changes.complete };
}
interface Changes {
  readonly accounts: readonly { readonly address: string; readonly level: number }[];
  readonly gone: readonly string[];
  readonly complete: boolean;
}

const changes = (given = '') => `changes: deskOrderChanged${given} ${FIELDS}`;
const [A, B, C] = [pubkeyOf('a'), pubkeyOf('b'), pubkeyOf('c')];

test('each slot in which accounts changed is told once, in order, with what matches and what does not any more', async () => {
  const all = await listen(changes());
  const high = await listen(changes('(where: { level: { gte: 5 } })'));
  const one = await listen(changes(`(pubkeys: ["${B}"])`));
  await suite.index.write({ address: 'a', slot: 11n, value: level(2) });
  await suite.show(11n);
  await suite.show(12n);
  await suite.index.write(
    { address: 'c', slot: 13n, value: level(7) },
    { address: 'b', slot: 13n, value: level(4) },
  );
  await suite.show(13n);
  await suite.index.write({ address: 'b', slot: 14n, closed: true });
  await suite.show(14n);

  const nothing = { gone: [], complete: true };
  expect((await all.next(3)).map(told)).toEqual([
    { id: '11', levels: { [A]: 2 }, ...nothing },
    { id: '13', levels: { [B]: 4, [C]: 7 }, ...nothing },
    { id: '14', levels: {}, gone: [B], complete: true },
  ]);
  expect((await high.next(1)).map(told)).toEqual([
    { id: '13', levels: { [C]: 7 }, gone: [B], complete: true },
  ]);
  expect((await one.next(2)).map(told)).toEqual([
    { id: '13', levels: { [B]: 4 }, ...nothing },
    { id: '14', levels: {}, gone: [B], complete: true },
  ]);
});

test('a client that connects again gets at once what it missed, and nothing if that is nothing', async () => {
  const missed = await listen(changes(), '12');
  expect((await missed.next(1)).map(told)).toEqual([
    { id: '14', levels: { [C]: 7 }, gone: [B], complete: true },
  ]);
  const since = await listen(changes('(sinceSlot: 13)'));
  expect((await since.next(1)).map(told)).toEqual([{ id: '14', levels: {}, gone: [B], complete: true }]);
  const current = await listen(changes(), '14');
  await suite.index.write({ address: 'a', slot: 15n, value: level(3) });
  await suite.show(15n);
  expect((await current.next(1)).map(told)).toEqual([
    { id: '15', levels: { [A]: 3 }, gone: [], complete: true },
  ]);
  const unknown = await listen(changes(), '5');
  expect((await unknown.next(1)).map(told)).toEqual([{ id: '15', levels: {}, gone: [], complete: false }]);
});

test('any change of a program, of a type or of one account is told with its slot', async () => {
  const field = (given: string) => `programChanged(program: "desk"${given}) { lastIndexedSlot }`;
  const [any, type, other, account] = await Promise.all([
    listen(field('')),
    listen(field(', type: "Order"')),
    listen(field(', type: "Notes"')),
    listen(field(`, address: "${A}"`)),
  ]);
  await suite.index.write({ address: 'c', slot: 16n, value: level(8) });
  await suite.show(16n);
  await suite.index.write(
    { address: 'a', slot: 17n, value: level(8) },
    { address: 'n', slot: 17n, type: 'Notes', value: { anchor: { lines: [] }, json: { lines: [] } } },
  );
  await suite.show(17n);
  const ids = async (client: EventClient, count: number) => (await client.next(count)).map(({ id }) => id);
  expect(await ids(any, 2)).toEqual(['16', '17']);
  expect(await ids(type, 2)).toEqual(['16', '17']);
  expect(await ids(other, 1)).toEqual(['17']);
  expect(await ids(account, 1)).toEqual(['17']);
});

test('a new instruction or event is a change of a program, and not of its accounts', async () => {
  const field = (given: string) => `programChanged(program: "desk"${given}) { lastIndexedSlot }`;
  const [any, type] = await Promise.all([listen(field('')), listen(field(', type: "Order"'))]);
  for (const [slot, table] of [
    [18n, 'program_instructions'],
    [19n, 'program_events'],
  ] as const) {
    await insertCells(suite.index, table, { slot: `${slot}` });
    await suite.show(slot);
  }
  await suite.index.write({ address: 'c', slot: 20n, value: level(1) });
  await suite.show(20n);
  const ids = async (client: EventClient, count: number) => (await client.next(count)).map(({ id }) => id);
  expect(await ids(any, 3)).toEqual(['18', '19', '20']);
  expect(await ids(type, 1)).toEqual(['20']);
});

test('a rollback is told as a state that may have changed in more than is listed', async () => {
  const all = await listen(changes());
  const one = await listen(changes(`(pubkeys: ["${A}"])`));
  await suite.index.write({ address: 'a', slot: 22n, value: level(6) });
  await suite.show(22n);
  // A slot that was never shown to them needs no correction.
  await Promise.all([all.next(1), one.next(1)]);
  await suite.index.takeBack(22n, 21n);
  await suite.show(21n);
  const [before, after] = (await all.next(2)).map(told);
  expect(before).toMatchObject({ id: '22', levels: { [A]: 6 }, complete: true });
  expect(after).toMatchObject({ levels: {}, complete: false });
  expect(after?.id).toMatch(/^21\.\d+$/);
  expect((await one.next(2)).map(told)[1]).toMatchObject({ gone: [], complete: true });
});

test.each([
  ['deskOrderChanged(where: { levels: 1 }) { complete }', /where\.levels must be left out/],
  ['deskOrderChanged(pubkeys: []) { complete }', /pubkeys must be a list of 1 to 100 keys/],
  ['programChanged(program: "none") { lastIndexedSlot }', /none/],
  ['programChanged(program: "desk", type: "None") { lastIndexedSlot }', /None/],
])('%s is refused', async (field, message) => {
  const query = `subscription { ${field} }`;
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const { text } = await suite.api.request('POST', '/graphql', headers, { query });
  expect(text).toMatch(message);
});
