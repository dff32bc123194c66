import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRewardsReader } from '../../../api/read/rewards/reader.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import { compareNewestRecord, foldRewardEvents, sumRewards } from '../../../core/rules/reward-buckets.ts';
import {
  claimableAt,
  REVIEW_WINDOW_MS,
  type RewardEvent,
  type RewardFacts,
} from '../../../core/rules/rewards.ts';
import { knottyEvents, ledgerEvents, T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { type IndexUnderTest, openIndex, silentLogger } from '../support/mirror-under-test.ts';
import { emptyLedger, MINT } from '../support/rewards-under-test.ts';

let under: IndexUnderTest;
beforeAll(async () => {
  under = await openIndex();
});
afterAll(async () => {
  await under.dispose();
});

function factsOf(events: readonly RewardEvent[]): RewardFacts[] {
  return [...Map.groupBy(events, ({ recordId }) => recordId).values()]
    .flatMap((own) => foldRewardEvents(own) ?? [])
    .filter(({ voided }) => !voided)
    .toSorted(compareNewestRecord);
}

test('What is read of the ledger is what the rules make of its events, whatever their order and batches', async () => {
  const { olap } = under;
  const ledger = createRewardLedger({
    olap,
    clock: systemClock,
    logger: silentLogger,
    preMint: async () => false,
  });
  const readers = [2_000, -1].map((foldedHere) =>
    createRewardsReader({ lane: olap.reader, mint: MINT, foldedHere }),
  );
  const clock = fc.integer({ min: T0, max: T0 + 30 * 24 * 3_600_000 });
  await fc.assert(
    fc.asyncProperty(ledgerEvents, fc.nat(), clock, async (drawn, cut, now) => {
      // Given a ledger that was told of the events in two batches
      await emptyLedger(olap);
      const events = drawn.map((event) => (event.kind === 'priced' ? { ...event, premature: false } : event));
      const at = events.length === 0 ? 0 : cut % events.length;
      for (const batch of [events.slice(0, at), events.slice(at)]) await ledger.append(batch, { by: 'test' });
      for (const [wallet, reader] of wallets.flatMap((one) =>
        readers.map((reader) => [one, reader] as const),
      )) {
        // When a wallet's records are read
        const { facts } = await reader.history({ wallet, program: undefined, limit: 200, offset: 0 });
        const groups = await reader.groups(wallet, now);

        // Then they are those of the events
        const own = factsOf(events).filter((record) => record.wallet === wallet);
        expect(facts).toEqual({ records: own, more: false });
        const expected = own.map((record) => ({
          ...{ program: record.program, held: record.held, paid: record.paid !== undefined },
          ...{ reviewed: now >= claimableAt(record), count: 1n },
          ...{ pricedCount: record.amount === undefined ? 0n : 1n, amount: record.amount ?? 0n },
        }));
        expect(sumRewards(groups.facts, false)).toEqual(sumRewards(expected, false));
      }
    }),
    { numRuns: 8, examples: [[knottyEvents, 4, T0 + REVIEW_WINDOW_MS]] },
  );
  await ledger.close();
});
