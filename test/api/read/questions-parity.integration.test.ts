import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { historyView } from '../../../api/read/history/view.ts';
import { advance } from '../../../api/read/latest/advance.ts';
import { latestView } from '../../../api/read/latest/view.ts';
import { launchPosition, pledgePosition } from '../../../api/read/lists.ts';
import type { LaunchState, PledgeState } from '../../../api/read/model.ts';
import type { LaunchPosition, MirrorView, PledgePosition } from '../../../api/read/questions.ts';
import { raiseCurve } from '../../../api/read/records/raise-curve.ts';
import { recordsAt } from '../../../api/read/records/records.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import {
  LAUNCH_ORDERS,
  type LaunchOrder,
  PLEDGE_ORDERS,
  type PledgeOrder,
} from '../../../schemas/rest/orders.ts';
import { BUCKET_EDGES, type BucketEdges } from '../../../schemas/rest/pledge-distribution.ts';
import { keyOf, type LaunchFields, type PledgeFields, pubkeyOf } from '../../support/index-builder.ts';
import { type IndexUnderTest, openIndex } from '../support/mirror-under-test.ts';
import { NaiveIndex, pledgerKey } from '../support/naive-index.ts';
import {
  anyBatch,
  anySlot,
  LAUNCH_IDS,
  NEWEST_SLOT,
  u64,
  WALLETS,
  writeBatch,
} from '../support/random-index.ts';

/** Rows that repeat a field's default leave it out. */
const amountOf = ({ amount = 0n }: PledgeFields): bigint => amount;

describe('questions in other orders, of wallets and of distributions', () => {
  let under: IndexUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });

  test('have one answer: the newest state’s, history’s and that of a naive reading of every row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBatch, { minLength: 1, maxLength: 3 }),
        anySlot,
        fc.record({
          minAmount: u64,
          buckets: fc.integer({ min: 1, max: 12 }),
          points: fc.integer({ min: 2, max: 6 }),
        }),
        async (batches, past, asked) => {
          await under.index.reset();
          const naive = new NaiveIndex();
          for (const rows of batches) await writeBatch(under.index, rows, naive);
          const signal = new AbortController().signal;
          const found = await advance(undefined, { olap: under.olap, expected: {}, signal });
          if (found === undefined) throw new Error('there is no checkpoint');
          const snapshot = found.apply();
          const { reader: lane } = under.olap;
          const pastStamp = { ...snapshot.stamp, slot: past };
          for (const [view, at] of [
            [latestView(snapshot), NEWEST_SLOT],
            [historyView(lane, snapshot.stamp), NEWEST_SLOT],
            [historyView(lane, pastStamp), past],
          ] as const) {
            await expectListings(view, naive, { at, ...asked });
          }
          for (const launchId of LAUNCH_IDS) {
            const records = recordsAt({ lane, scanner: lane }, pastStamp);
            const curve = await raiseCurve(records, { launchId, points: asked.points });
            expect(curve).toEqual(naiveCurve(naive, { at: past, launchId, points: asked.points }));
          }
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

interface Asked {
  readonly at: bigint;
  readonly minAmount: bigint;
  readonly buckets: number;
}

async function expectListings(view: MirrorView, naive: NaiveIndex, asked: Asked): Promise<void> {
  for (const orderBy of LAUNCH_ORDERS) await expectLaunches(view, naive, asked.at, orderBy);
  for (const wallet of WALLETS.slice(0, 2)) await expectPositions(view, naive, asked.at, wallet);
  for (const launchId of LAUNCH_IDS) {
    if (!naive.launchesAt(asked.at).some((launch) => launch.launchId === launchId)) continue;
    const pledges = naive.pledgesAt(asked.at, launchId);
    for (const orderBy of PLEDGE_ORDERS) {
      const wanted = inOrder(orderBy, pledges).filter((pledge) => amountOf(pledge) >= asked.minAmount);
      const listed = await allPledges(view, { launchId, orderBy, minAmount: asked.minAmount });
      expect(listed.map(({ pledger }) => pledger)).toEqual(
        wanted.map((pledge) => pubkeyFromBytes(pledgerKey(pledge))),
      );
    }
    for (const edges of BUCKET_EDGES) {
      const { facts } = await view.distribution({ launchId, buckets: asked.buckets, edges });
      expect(facts).toEqual(naiveDistribution(pledges.map(amountOf), { wanted: asked.buckets, edges }));
    }
  }
}

async function allPledges(
  view: MirrorView,
  question: { readonly launchId: bigint; readonly orderBy: PledgeOrder; readonly minAmount: bigint },
): Promise<PledgeState[]> {
  const all: PledgeState[] = [];
  for (let after: PledgePosition | undefined, more = true; more; ) {
    const page = (await view.pledges({ ...question, after, limit: 2 })).facts;
    all.push(...(page?.pledges ?? []));
    more = page?.more ?? false;
    const last = all.at(-1);
    after = last && pledgePosition(question.orderBy, last);
  }
  return all;
}

function inOrder(orderBy: PledgeOrder, byKey: readonly PledgeFields[]): PledgeFields[] {
  const rank = ({ amount = 0n, pledgedTs = 0n, slot }: PledgeFields): bigint =>
    ({ pledger: 0n, amount_desc: amount, pledged_ts_desc: pledgedTs, updated_slot_desc: slot })[orderBy];
  // Sorting is stable, so ties stay in key order.
  return byKey.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) > rank(b) ? -1 : 1));
}

async function expectLaunches(
  view: MirrorView,
  naive: NaiveIndex,
  at: bigint,
  orderBy: LaunchOrder,
): Promise<void> {
  const listed: LaunchState[] = [];
  for (let after: LaunchPosition | undefined, more = true; more; ) {
    const { facts } = await view.launches({ orderBy, after, limit: 1 });
    listed.push(...facts.launches.map(({ launch }) => launch));
    more = facts.more;
    const last = listed.at(-1);
    after = last && launchPosition(orderBy, last);
  }
  const rank = ({ startTs = 0n, endTs = 0n, totalPledged = 0n, launchId }: LaunchFields): [bigint, bigint] =>
    ({
      newest: [-startTs, -launchId],
      total_pledged_desc: [-totalPledged, -launchId],
      end_ts_asc: [endTs, launchId],
    })[orderBy] as [bigint, bigint];
  const wanted = naive.launchesAt(at).toSorted((a, b) => {
    const [[a1, a2], [b1, b2]] = [rank(a), rank(b)];
    if (a1 !== b1) return a1 < b1 ? -1 : 1;
    return a2 < b2 ? -1 : 1;
  });
  expect(listed.map(({ launchId }) => launchId)).toEqual(wanted.map(({ launchId }) => launchId));
}

async function expectPositions(
  view: MirrorView,
  naive: NaiveIndex,
  at: bigint,
  wallet: string,
): Promise<void> {
  const wanted = naive.launchesAt(at).flatMap((launch) => {
    const pledge = naive
      .pledgesAt(at, launch.launchId)
      .find((candidate) => Buffer.compare(pledgerKey(candidate), keyOf(wallet)) === 0);
    if (pledge === undefined) return [];
    const balance = naive.balanceAt(at, launch.launchId, 'escrow');
    return [{ launchId: launch.launchId, amount: amountOf(pledge), balance }];
  });
  const listed: typeof wanted = [];
  for (let after: LaunchPosition | undefined, more = true; more; ) {
    const { facts } = await view.positions({ wallet: pubkeyOf(wallet), after, limit: 1 });
    expect(facts.count).toBe(wanted.length);
    for (const { launch, pledge, escrowBalance } of facts.positions) {
      listed.push({ launchId: launch.launchId, amount: pledge.amount, balance: escrowBalance });
      after = launchPosition('newest', launch);
    }
    more = facts.more;
  }
  expect(listed).toEqual(wanted);
}

interface NaiveHistogram {
  readonly wanted: number;
  readonly edges: BucketEdges;
}

function naiveDistribution(amounts: readonly bigint[], { wanted, edges }: NaiveHistogram) {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const least = sorted[0];
  const greatest = sorted.at(-1);
  if (least === undefined || greatest === undefined)
    return { count: 0, sum: 0n, rankedSum: 0n, quantiles: [], buckets: [] };
  // Of 1, 2, 5, 10, 20, 50 and so on, the least of which so many buckets are enough.
  const widths = Array.from({ length: 21 }, (_, power) =>
    [1n, 2n, 5n].map((of) => of * 10n ** BigInt(power)),
  );
  const round = widths.flat().find((one) => greatest / one - least / one + 1n <= BigInt(wanted)) ?? 0n;
  const range = greatest - least + 1n;
  const exact = range / BigInt(wanted) + (range % BigInt(wanted) === 0n ? 0n : 1n);
  const width = edges === 'round' ? round : exact;
  const [first, most] = edges === 'round' ? [least - (least % round), 2n ** 64n - 1n] : [least, greatest];
  const buckets = [];
  for (let from = first; from <= greatest; from += width) {
    const end = from + width - 1n;
    const to = end < most ? end : most;
    const inside = sorted.filter((amount) => from <= amount && amount <= to);
    buckets.push({ from, to, count: inside.length, sum: sum(inside) });
  }
  return {
    count: sorted.length,
    sum: sum(sorted),
    rankedSum: sum(sorted.map((amount, index) => amount * BigInt(index + 1))),
    // The smallest amount that at least so many percent of all do not exceed.
    quantiles: [0, 10, 25, 50, 75, 90, 99, 100].map((percent) =>
      sorted.find(
        (amount) => sorted.filter((other) => other <= amount).length * 100 >= percent * sorted.length,
      ),
    ),
    buckets,
  };
}

function naiveCurve(
  naive: NaiveIndex,
  { at, launchId, points }: { readonly at: bigint; readonly launchId: bigint; readonly points: number },
) {
  const stateAt = (slot: bigint) => naive.launchesAt(slot).find((launch) => launch.launchId === launchId);
  if (stateAt(at) === undefined) return undefined;
  const steps: { slot: bigint; time: undefined; totalPledged: bigint; pledgerCount: number }[] = [];
  for (let slot = 1n; slot <= at; slot++) {
    const launch = stateAt(slot);
    if (launch?.slot !== slot) continue;
    const { totalPledged = 0n, pledgerCount = 0 } = launch;
    if (steps.at(-1)?.totalPledged === totalPledged) continue;
    steps.push({ slot, time: undefined, totalPledged, pledgerCount });
  }
  const places = Array.from({ length: points }, (_, place) =>
    Math.floor((place * (steps.length - 1)) / (points - 1)),
  );
  const kept = steps.length <= points ? steps : steps.filter((_, index) => places.includes(index));
  return { steps: steps.length, points: kept };
}
