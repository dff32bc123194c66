import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { ledgerEvents, T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { type IndexUnderTest, openIndex, showSlot } from '../support/mirror-under-test.ts';
import { emptyLedger, openRewards, type RewardsUnderTest } from '../support/rewards-under-test.ts';

const DAY_MS = 24 * 3_600_000;
const SLOT = 3n;
const ACCOUNTS = { tokens: Object.fromEntries(wallets.map((wallet) => [wallet, wallet])) };
const SUMMED = ['referral', 'clone', 'integrator', 'signup_bonus', 'distribution', 'season'];
const STATUSES = ['pending', 'claimable', 'paid'];

let under: IndexUnderTest;
beforeAll(async () => {
  under = await openIndex();
});
afterAll(async () => {
  await under.dispose();
});

interface Row {
  readonly id: string;
  readonly program: string;
  readonly status: string;
  readonly amount_base_units: string | null;
}

/** How a ledger comes to be told of events, and read. */
const telling = fc.record({
  /** Which events come a second time, and where each one is put. */
  again: fc.array(fc.nat(), { maxLength: 8 }),
  places: fc.infiniteStream(fc.nat({ max: 1_000_000 })),
  batches: fc.integer({ min: 1, max: 4 }),
});
type Telling = typeof telling extends fc.Arbitrary<infer Value> ? Value : never;

/** In any order, some of them twice, in several batches. */
function batchesOf(events: readonly RewardEvent[], { again, places, batches }: Telling): RewardEvent[][] {
  const repeated = again.flatMap((n) => events[n % Math.max(1, events.length)] ?? []);
  const all = [...events, ...repeated]
    .map((event) => ({ event, place: places.next().value ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event);
  const size = Math.ceil(all.length / batches) || 1;
  return Array.from({ length: batches }, (_, n) => all.slice(n * size, (n + 1) * size));
}

/** What a wallet is told, every whole number as its digits. */
async function read(rewards: RewardsUnderTest, path: string, wallet: Pubkey) {
  const { status, text } = await rewards.get(`/user-rewards/${path}`, wallet);
  expect(status).toBe(200);
  return JSON.parse(text.replaceAll(/":(\d+)/g, '":"$1"'));
}

async function historyOf(rewards: RewardsUnderTest, wallet: Pubkey, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let more = true; more; ) {
    const page = await read(rewards, `history/?limit=${limit}&offset=${rows.length}`, wallet);
    rows.push(...page.results);
    more = page.has_more;
  }
  return rows;
}

function bucketOf(rows: readonly Row[]) {
  const amounts = rows.flatMap(({ amount_base_units: amount }) => (amount === null ? [] : [BigInt(amount)]));
  return {
    count: String(rows.length),
    priced_count: String(amounts.length),
    amount_base_units: String(amounts.reduce((a, b) => a + b, 0n)),
  };
}

function bucketsOf(rows: readonly Row[]) {
  const of = (status: string) => bucketOf(rows.filter((row) => row.status === status));
  return { accrued: bucketOf(rows), ...Object.fromEntries(STATUSES.map((status) => [status, of(status)])) };
}

/** Records of a wallet that stand, the newest first. */
function standing(events: readonly RewardEvent[], wallet: Pubkey): string[] {
  const voided = new Set(events.filter(({ kind }) => kind === 'voided').map(({ recordId }) => recordId));
  return events
    .flatMap((event) => (event.kind === 'accrued' && event.wallet === wallet ? [event] : []))
    .filter(({ recordId }) => !voided.has(recordId))
    .toSorted((a, b) => b.at - a.at || (a.recordId > b.recordId ? -1 : 1))
    .map(({ recordId }) => String(recordId));
}

const drawn = fc.record({
  events: ledgerEvents.map((events) =>
    events.map((event) => (event.kind === 'priced' ? { ...event, premature: false } : event)),
  ),
  tellings: fc.tuple(telling, telling),
  now: fc.integer({ min: T0, max: T0 + 40 * DAY_MS }),
  limit: fc.integer({ min: 1, max: 6 }),
  minted: fc.constantFrom('before', 'between', 'never'),
});

test('The figures of every summary are the sums of its history, however the events came', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ events, tellings, now, limit, minted }) => {
      const told: unknown[] = [];
      for (const how of tellings) {
        // Given a ledger that was told of the events, and a mint that came before them, after them or not at all
        await under.index.reset();
        await emptyLedger(under.olap);
        const rewards = openRewards(under.olap, ACCOUNTS, now);
        await showSlot(under, rewards.api, SLOT);
        if (minted === 'before') await rewards.mint(SLOT);
        for (const batch of batchesOf(events, how)) await rewards.record(...batch);
        if (minted === 'between') await rewards.mint(SLOT);
        for (const wallet of wallets) {
          // When a wallet reads its summary and all pages of its history
          const { totals, programs, pre_mint } = await read(rewards, 'summary/', wallet);
          const rows = await historyOf(rewards, wallet, limit);

          // Then the history has each record that stands, and the summary sums just these rows
          expect(rows.map(({ id }) => id)).toEqual(standing(events, wallet));
          expect(totals).toEqual(bucketsOf(rows.filter(({ program }) => program !== 'hive_contribution')));
          const of = (name: string) => bucketsOf(rows.filter(({ program }) => program === name));
          expect(programs).toEqual(Object.fromEntries(SUMMED.map((name) => [name, of(name)])));
          expect(pre_mint).toBe(minted === 'never');
          told.push({ wallet, totals, programs, rows });
        }
        await rewards.stop();
      }
      // And nothing of it depends on the order, unless prices came before the mint
      const [first, second] = [told.slice(0, wallets.length), told.slice(wallets.length)];
      if (minted !== 'between') expect(second).toEqual(first);
    }),
    { numRuns: 10 },
  );
});
