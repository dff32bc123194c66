import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { historyView } from '../../../api/read/history/view.ts';
import { latestView } from '../../../api/read/latest/view.ts';
import type { MirrorView } from '../../../api/read/questions.ts';
import { PLEDGE_ORDERS } from '../../../schemas/rest/orders.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { followIndex, type IndexUnderTest, openIndex } from '../support/mirror-under-test.ts';

const LAUNCH_IDS = [0n, 7n, 8n, 2n ** 64n - 1n];
const WALLETS = ['a', 'b', 'c', 'd', 'e'];
const NEWEST = 20n;

const u64 = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(2n ** 64n - 3n, 2n ** 64n - 1n));
const slot = fc.bigInt(1n, NEWEST);
const rarely = fc.integer({ min: 0, max: 7 }).map((dice) => dice === 0);
const unique = <Row extends object>(row: fc.Arbitrary<Row>, maxLength: number, name: (row: Row) => string) =>
  fc.uniqueArray(row, { maxLength, selector: name });

const launches = unique(
  fc.record({
    launchId: fc.constantFrom(...LAUNCH_IDS),
    slot,
    status: fc.integer({ min: 0, max: 4 }),
    tokenAllocation: u64,
    totalPledged: u64,
    closed: rarely,
  }),
  8,
  (row) => `${row.launchId} ${row.slot}`,
);
const pledges = unique(
  fc.record({
    launchId: fc.constantFrom(...LAUNCH_IDS),
    pledger: fc.constantFrom(...WALLETS),
    slot,
    amount: u64,
    refunded: fc.boolean(),
    pledgedTs: fc.bigInt(-2n, 2n),
    closed: rarely,
  }),
  40,
  (row) => `${row.launchId} ${row.pledger} ${row.slot}`,
);

describe('questions about several launches', () => {
  let under: IndexUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });

  test('are answered as the same question about each of them, from memory and from ClickHouse', async () => {
    await fc.assert(
      fc.asyncProperty(launches, pledges, slot, async (configs, rows, past) => {
        const { index, olap } = under;
        await index.reset();
        for (const fields of configs) index.launch(fields);
        for (const fields of rows) index.pledge(fields);
        index.tokenAccount({ launchId: 7n, role: 'escrow', slot: 3n, amount: 5n });
        await index.checkpoint({ slot: NEWEST });
        const followed = followIndex(olap);
        try {
          await followed.reaches(NEWEST);
          const snapshot = followed.store.snapshot();
          await expectSameAnswers(latestView(snapshot));
          await expectSameAnswers(historyView(olap.reader, snapshot.stamp));
          await expectSameAnswers(historyView(olap.reader, { ...snapshot.stamp, slot: past }));
        } finally {
          await followed.stop();
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

async function expectSameAnswers(view: MirrorView): Promise<void> {
  const asked = { launchIds: [...LAUNCH_IDS, 99n], wallet: pubkeyOf('a') };
  const { facts: details } = await view.details(asked);
  for (const launchId of asked.launchIds) {
    const { facts } = await view.launch({ launchId, wallet: asked.wallet });
    expect(details.get(launchId)).toEqual(facts);
  }
  const existing = [...details.keys()];
  for (const orderBy of PLEDGE_ORDERS) {
    for (const question of [{ limit: 2 }, { limit: 100 }, { limit: 3, minAmount: 2n }]) {
      const { facts: pages } = await view.firstPledgePages({ ...question, orderBy, launchIds: existing });
      for (const launchId of existing) {
        const { facts } = await view.pledges({ ...question, orderBy, launchId });
        expect(pages.get(launchId)).toEqual(facts);
      }
    }
  }
}
