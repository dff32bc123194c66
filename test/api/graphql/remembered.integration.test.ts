import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LaunchGateReader } from '../../../api/read/launch-gate.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';
import { ask } from './support/graphql-under-test.ts';

const LAUNCH = '{ launch(launchId: 7) { totalPledged source { lastIndexedSlot } } }';

describe('remembered answers', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let asked = 0;
  const gate = { version: 0, legs: async () => [] } satisfies LaunchGateReader;
  beforeEach(async () => {
    under.index.launch({ launchId: 7n, slot: 1n, totalPledged: 1n }).coverage('streamed', 1n, 999n);
    await under.index.checkpoint({ slot: 1n });
    api = openApi(under.olap, {}, { gate });
    const { mirror } = api.context;
    (api.context as { mirror: typeof mirror }).mirror = {
      ...mirror,
      ask: (slot, question) => {
        asked += 1;
        return mirror.ask(slot, question);
      },
    };
    await api.followed.reaches(1n);
    asked = 0;
  });
  afterEach(async () => {
    await api.stop();
  });

  test('are asked for once a slot, also when they were executed compiled, and never outlive it', async () => {
    for (let slot = 2n; slot <= 8n; slot++) {
      under.index.launch({ launchId: 7n, slot, totalPledged: slot });
      await under.index.checkpoint({ slot });
      await api.followed.reaches(slot);
      const answers = [await ask(api, LAUNCH), await ask(api, LAUNCH), await ask(api, LAUNCH)];
      for (const { data, source, headers } of answers) {
        expect(data.launch).toEqual({ totalPledged: `${slot}`, source: { lastIndexedSlot: Number(slot) } });
        expect(source.lastIndexedSlot).toBe(Number(slot));
        expect(headers['x-last-indexed-slot']).toBe(`${slot}`);
      }
      expect(asked).toBe(Number(slot) - 1);
    }
  });

  test('are told apart by words, variables, operation and media type', async () => {
    const query =
      'query A($id: BigUint!) { launch(launchId: $id) { launchId } } query B($id: BigUint!) { launch(launchId: $id) { status } }';
    const variants = [
      await ask(api, { query, variables: { id: '7' }, operationName: 'A' }),
      await ask(api, { query, variables: { id: '7' }, operationName: 'B' }),
      await ask(api, { query, variables: { id: '8' }, operationName: 'A' }),
      await ask(api, { query, variables: { id: '7' }, operationName: 'A' }, { accept: 'application/json' }),
    ];
    expect(variants.map(({ data }) => data.launch)).toEqual([
      { launchId: '7' },
      { status: 'active' },
      null,
      { launchId: '7' },
    ]);
    expect(variants.map(({ headers }) => String(headers['content-type']).split(';')[0]).at(-1)).toBe(
      'application/json',
    );
  });

  test('are forgotten when the gate changes', async () => {
    const status = '{ status { phase } }';
    await ask(api, status);
    await ask(api, status);
    expect(asked).toBe(1);
    gate.version += 1;
    await ask(api, status);
    expect(asked).toBe(2);
  });

  test('are none of errors, of questions about lag, or of the time before a slot was reached', async () => {
    const refused = '{ launch(launchId: 7, asOfSlot: 99) { launchId } }';
    expect((await ask(api, refused)).errors?.[0]?.extensions.code).toBe('SLOT_AHEAD');
    await under.index.checkpoint({ slot: 99n });
    await api.followed.reaches(99n);
    expect((await ask(api, refused)).data.launch).toEqual({ launchId: '7' });

    asked = 0;
    const lag = '{ launch(launchId: 7, maxLagSlots: 9007199254740991) { launchId } }';
    await ask(api, lag);
    await ask(api, lag);
    expect(asked).toBe(2);
  });

  test('say the same as answers made anew, at every epoch and in any order of questions', async () => {
    const fresh = openApi(under.olap, { graphql: { capacity: { answerBytes: 1 } } });
    let slot = 1n;
    const question = fc.constantFrom(
      LAUNCH,
      '{ launches { totalCount nodes { launchId totalPledged } } }',
      '{ source { lastIndexedSlot chainSlot } }',
      '{ launch(launchId: 7, asOfSlot: 1) { totalPledged source { lagSlots } } }',
    );
    try {
      await fresh.followed.reaches(1n);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(question, fc.constant('step')), { maxLength: 12 }),
          async (steps) => {
            for (const query of steps) {
              if (query === 'step') {
                slot += 1n;
                under.index.launch({ launchId: 7n, slot, totalPledged: slot * 10n });
                await under.index.checkpoint({ slot });
                await Promise.all([api.followed.reaches(slot), fresh.followed.reaches(slot)]);
              } else {
                expect((await ask(api, query)).text).toBe((await ask(fresh, query)).text);
              }
            }
          },
        ),
        { numRuns: 10, endOnFailure: true },
      );
    } finally {
      await fresh.stop();
    }
  });
});
