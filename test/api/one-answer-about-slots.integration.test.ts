import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pubkeyOf } from '../support/index-builder.ts';
import { indexSuite } from './support/index-suite.ts';
import { type ApiUnderTest, openApi } from './support/mirror-under-test.ts';
import { oneAnswer, openDoors, type Transports } from './support/transports/all.ts';
import { nextPage, type Question } from './support/transports/question.ts';

/** Everything that can be asked of one slot; of the newest without one. */
function questionsAt(as_of_slot?: number): Question[] {
  return [
    { about: 'status', values: { as_of_slot } },
    { about: 'launch', values: { launch_id: '7', wallet: pubkeyOf('a'), as_of_slot } },
    { about: 'launches', values: { limit: 5, as_of_slot } },
    { about: 'pledges', values: { launch_id: '7', limit: 5, as_of_slot } },
  ];
}

const under = indexSuite();
let api: ApiUnderTest;
let transports: Transports;
afterEach(async () => {
  api.app.server.closeAllConnections();
  await api.stop();
});

async function open(newest: bigint): Promise<void> {
  api = openApi(under.olap);
  await api.followed.reaches(newest);
  transports = await openDoors(api);
}

/** The same refusal for every question and at every API, with its stable code where the API says one. */
async function expectRefused(slot: number, code: string, status: number, refused: string): Promise<void> {
  for (const question of questionsAt(slot)) {
    expect(await oneAnswer(transports, question)).toEqual({ refused, status });
    for (const transport of transports.slice(1))
      expect(await transport.ask(question)).toMatchObject({ code });
  }
}

/** What every API shows of the pledges of launch 7: their amounts, and the slot that they are of. */
async function shown(slot?: number): Promise<{ amounts: string[]; at: number }> {
  for (const question of questionsAt(slot))
    expect(await oneAnswer(transports, question)).toHaveProperty('json');
  const answer = await oneAnswer(transports, questionsAt(slot).at(-1) as Question);
  const { results, source } = JSON.parse('json' in answer ? answer.json : '{}');
  const amounts = results.map(({ amount }: { amount: string }) => amount).sort();
  return { amounts, at: source.last_indexed_slot };
}

describe('a slot that the index does not hold is refused at every API, with the nearest that it holds', () => {
  beforeEach(async () => {
    under.index.coverage('streamed', 100n, 150n).coverage('lost', 120n, 129n);
    under.index
      .launch({ launchId: 7n, slot: 100n })
      .pledge({ launchId: 7n, pledger: 'a', slot: 100n, amount: 1n });
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 130n, amount: 3n });
    await under.index.checkpoint({ slot: 150n });
    await open(150n);
  });

  test('before the first one', async () => {
    for (const slot of [0, 1, 99]) {
      const detail = `as_of_slot ${slot} is before the first indexed slot. The nearest available slot is 100.`;
      await expectRefused(slot, 'SLOT_NOT_HELD', 410, detail);
    }
    expect(await shown(100)).toEqual({ amounts: ['1'], at: 100 });
  });

  test('in a range that was lost', async () => {
    for (const slot of [120, 125, 129]) {
      const detail = `as_of_slot ${slot} is inside a gap of the index. The nearest available slots are 119 and 130.`;
      await expectRefused(slot, 'SLOT_NOT_HELD', 410, detail);
    }
    expect(await shown(119)).toEqual({ amounts: ['1'], at: 119 });
    expect(await shown(130)).toEqual({ amounts: ['3'], at: 130 });
  });

  test('ahead of the newest one', async () => {
    for (const slot of [151, Number.MAX_SAFE_INTEGER]) {
      const detail = `as_of_slot ${slot} is not indexed yet. The newest available slot is 150.`;
      await expectRefused(slot, 'SLOT_AHEAD', 400, detail);
    }
    expect(await shown(150)).toEqual({ amounts: ['3'], at: 150 });
  });

  test('until a repair brings it back, and what was not repaired stays refused', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 122n, amount: 2n });
    under.index.coverage('repaired', 120n, 125n).coverage('repaired', 90n, 95n);
    under.index.launch({ launchId: 7n, slot: 90n });
    await under.index.checkpoint({ slot: 151n });
    await api.followed.reaches(151n);

    expect(await shown(121)).toEqual({ amounts: ['1'], at: 121 });
    expect(await shown(125)).toEqual({ amounts: ['2'], at: 125 });
    expect(await shown(95)).toEqual({ amounts: [], at: 95 });
    for (const [slot, below, above] of [
      [126, 125, 130],
      [97, 95, 100],
    ] as const) {
      const detail = `as_of_slot ${slot} is inside a gap of the index. The nearest available slots are ${below} and ${above}.`;
      await expectRefused(slot, 'SLOT_NOT_HELD', 410, detail);
    }
  });
});

describe('after a confirmed slot has died', () => {
  beforeEach(async () => {
    under.index.coverage('streamed', 1n, 200n).launch({ launchId: 7n, slot: 1n, totalPledged: 1n });
    for (const pledger of ['a', 'b', 'c'])
      under.index.pledge({ launchId: 7n, pledger, slot: 100n, amount: 1n });
    await under.index.checkpoint({ slot: 100n });
    under.index.launch({ launchId: 7n, slot: 105n, totalPledged: 666n });
    under.index.launch({ launchId: 8n, slot: 105n });
    for (const pledger of ['a', 'b', 'ghost'])
      under.index.pledge({ launchId: 7n, pledger, slot: 105n, amount: 666n });
    await under.index.checkpoint({ slot: 110n });
    await open(110n);
  });

  async function survive(): Promise<void> {
    await under.index.takeBack(110n, 100n);
    under.index.launch({ launchId: 7n, slot: 106n, totalPledged: 3n });
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 106n, amount: 3n });
    await under.index.checkpoint({ slot: 112n });
    await api.followed.reaches(112n);
  }

  test('every API shows the same surviving state, now and at every slot', async () => {
    expect(await shown()).toEqual({ amounts: ['1', '666', '666', '666'], at: 110 });
    expect(await shown(105)).toEqual({ amounts: ['1', '666', '666', '666'], at: 105 });
    await survive();
    expect(await shown()).toEqual({ amounts: ['1', '1', '3'], at: 112 });
    for (const slot of [106, 110]) expect(await shown(slot)).toEqual({ amounts: ['1', '1', '3'], at: slot });
    for (const slot of [100, 105]) expect(await shown(slot)).toEqual({ amounts: ['1', '1', '1'], at: slot });
    const ghost: Question = { about: 'launch', values: { launch_id: '8', as_of_slot: 105 } };
    expect(await oneAnswer(transports, ghost)).toMatchObject({ status: 404 });
  });

  test('a slot that was taken back and not reached again is ahead of the index', async () => {
    await under.index.takeBack(110n, 100n);
    await api.followed.reaches(100n);
    await expectRefused(
      105,
      'SLOT_AHEAD',
      400,
      'as_of_slot 105 is not indexed yet. The newest available slot is 100.',
    );
    expect(await shown()).toEqual({ amounts: ['1', '1', '1'], at: 100 });
  });

  test('every API refuses a page of the dead fork, whichever API its cursor came from, and gives every other', async () => {
    const listings = (as_of_slot?: number): Question[] => [
      { about: 'pledges', values: { launch_id: '7', limit: 1, as_of_slot } },
      { about: 'launches', values: { limit: 1, as_of_slot } },
    ];
    const dead = await Promise.all(listings().map(secondPage));
    const [alive] = await Promise.all(listings(100).slice(0, 1).map(secondPage));
    await survive();
    for (const question of dead) {
      const refused =
        'Slot 110 was on a fork that was rolled back, and its number may now name another block. Start again from the first page.';
      expect(await oneAnswer(transports, question)).toEqual({ refused, status: 410 });
      for (const transport of transports.slice(1))
        expect(await transport.ask(question)).toMatchObject({ code: 'SLOT_TAKEN_BACK' });
    }
    expect(await oneAnswer(transports, alive as Question)).toMatchObject({
      json: expect.stringContaining('"last_indexed_slot":100'),
    });
    const since = await secondPage(listings()[0] as Question);
    expect(await oneAnswer(transports, since)).toMatchObject({
      json: expect.stringContaining('"last_indexed_slot":112'),
    });
  });

  async function secondPage(question: Question): Promise<Question> {
    const next = nextPage(question, await oneAnswer(transports, question));
    if (next === undefined) throw new Error('the listing has one page only');
    return next;
  }
});
