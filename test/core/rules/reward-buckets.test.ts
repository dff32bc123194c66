import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareNewestRecord,
  foldRewardEvents,
  type RewardGroup,
  type RewardMoment,
  rewardRow,
  sumRewards,
} from '../../../core/rules/reward-buckets.ts';
import {
  claimableAt,
  isFeeShare,
  type RewardEvent,
  type RewardFacts,
  SUMMED_PROGRAMS,
} from '../../../core/rules/rewards.ts';
import { ledgerEvents, T0, wallets } from './reward-arbitraries.ts';

const DAY_MS = 24 * 3_600_000;
const bucket = (count: bigint, pricedCount: bigint, amount: bigint) => ({ count, pricedCount, amount });
const NONE = bucket(0n, 0n, 0n);

/** Facts of every record, of one wallet each. */
function factsOf(events: readonly RewardEvent[]): RewardFacts[] {
  const byRecord = Map.groupBy(events, ({ recordId }) => recordId);
  return [...byRecord.values()].map((own) => foldRewardEvents(own)).filter((facts) => facts !== undefined);
}

/** Every record as a group of its own. */
function groupsOf(records: readonly RewardFacts[], now: number): RewardGroup[] {
  return records
    .filter(({ voided }) => !voided)
    .map((facts) => ({
      program: facts.program,
      paid: facts.paid !== undefined,
      held: facts.held,
      reviewed: now >= claimableAt(facts),
      ...bucket(1n, facts.amount === undefined ? 0n : 1n, facts.amount ?? 0n),
    }));
}

describe('the figures of a summary', () => {
  test('are zeros for every summed programme where there is no record', () => {
    const { totals, programs } = sumRewards([], false);
    expect(totals).toEqual({ accrued: NONE, pending: NONE, claimable: NONE, paid: NONE });
    expect(Object.keys(programs)).toEqual([...SUMMED_PROGRAMS]);
    for (const buckets of Object.values(programs)) expect(buckets).toEqual(totals);
  });

  test('count accrued as pending, claimable and paid together', () => {
    const group = (paid: boolean, reviewed: boolean, amount: bigint): RewardGroup => ({
      ...{ program: 'season', paid, held: false, reviewed, ...bucket(2n, 1n, amount) },
    });
    const { totals } = sumRewards(
      [group(false, false, 1n), group(false, true, 20n), group(true, true, 300n)],
      false,
    );
    expect(totals).toEqual({
      accrued: bucket(6n, 3n, 321n),
      pending: bucket(2n, 1n, 1n),
      claimable: bucket(2n, 1n, 20n),
      paid: bucket(2n, 1n, 300n),
    });
  });

  test('never hold hive_contribution', () => {
    const hive: RewardGroup = {
      ...{ program: 'hive_contribution', paid: false, held: false, reviewed: true, ...bucket(3n, 3n, 9n) },
    };
    const { totals, programs } = sumRewards([hive], false);
    expect(totals.accrued).toEqual(NONE);
    expect(programs).not.toHaveProperty('hive_contribution');
  });

  test('count a fee share before the mint and never its amount', () => {
    const group: RewardGroup = {
      ...{ program: 'clone', paid: false, held: false, reviewed: true, ...bucket(4n, 3n, 9n) },
    };
    expect(sumRewards([group], true).programs.clone.claimable).toEqual(bucket(4n, 0n, 0n));
    expect(sumRewards([group], false).programs.clone.claimable).toEqual(bucket(4n, 3n, 9n));
    const season = { ...group, program: 'season' } as const;
    expect(sumRewards([season], true).totals.claimable).toEqual(bucket(4n, 3n, 9n));
  });

  test('are exact above 64 bits', () => {
    const most = 2n ** 64n - 1n;
    const group: RewardGroup = {
      ...{ program: 'season', paid: true, held: false, reviewed: true, ...bucket(1n, 1n, most) },
    };
    expect(sumRewards([group, group], false).totals.paid.amount).toBe(2n * most);
  });

  test('are the sum of the history, in whatever order the events came', () => {
    const clock = fc.integer({ min: T0 - DAY_MS, max: T0 + 40 * DAY_MS });
    fc.assert(
      fc.property(ledgerEvents, clock, fc.boolean(), (events, now, preMint) => {
        const records = factsOf(events);
        const { totals, programs } = sumRewards(groupsOf(records, now), preMint);
        const rows = historyOf(records, { now, preMint });
        const summed = rows.filter(({ program }) => program !== 'hive_contribution');
        expect(totals.accrued).toEqual(total(summed));
        for (const status of ['pending', 'claimable', 'paid'] as const)
          expect(totals[status]).toEqual(total(summed.filter((row) => row.status === status)));
        for (const program of SUMMED_PROGRAMS)
          expect(programs[program].accrued).toEqual(total(rows.filter((row) => row.program === program)));
        expect(historyOf(factsOf(events.toReversed()), { now, preMint })).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});

function historyOf(records: readonly RewardFacts[], moment: RewardMoment) {
  return records
    .map((facts) => rewardRow(facts, moment))
    .filter((row) => row !== undefined)
    .toSorted(compareNewestRecord);
}

function total(rows: readonly { readonly amount: bigint | undefined }[]) {
  const priced = rows.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  return bucket(
    BigInt(rows.length),
    BigInt(priced.length),
    priced.reduce((a, b) => a + b, 0n),
  );
}

describe('a history row', () => {
  const facts: RewardFacts = {
    ...{ recordId: 17n, program: 'referral', wallet: wallets[0] ?? ('' as never), createdAt: T0, amount: 9n },
    ...{ held: false, releasedAt: undefined, voided: false, paid: undefined },
  };

  test('has every field of the specification', () => {
    const paid = { at: T0 + 9 * DAY_MS, txSignature: 'signature' };
    expect(rewardRow({ ...facts, paid }, { now: T0 + 10 * DAY_MS, preMint: false })).toEqual({
      ...{ program: 'referral', recordId: 17n, status: 'paid', amount: 9n, createdAt: T0 },
      ...{ maturesAt: T0 + 7 * DAY_MS, pendingBecause: undefined },
      ...{ claimableAt: T0 + 7 * DAY_MS, paidAt: T0 + 9 * DAY_MS, txSignature: 'signature' },
    });
  });

  test('has an empty signature and no moment of payment until it is paid', () => {
    const row = rewardRow(facts, { now: T0, preMint: false });
    expect(row).toMatchObject({
      status: 'pending',
      txSignature: '',
      paidAt: undefined,
      claimableAt: undefined,
    });
  });

  test('has no amount before the mint in a fee-share programme', () => {
    expect(isFeeShare(facts.program)).toBe(true);
    expect(rewardRow(facts, { now: T0, preMint: true })?.amount).toBeUndefined();
  });

  test('is not there for a voided record', () => {
    expect(rewardRow({ ...facts, voided: true }, { now: T0, preMint: false })).toBeUndefined();
  });

  test('comes newest first, and at one moment the greater id first', () => {
    const row = (createdAt: number, recordId: bigint) => ({ createdAt, recordId });
    const rows = [row(T0, 2n), row(T0 + 1, 1n), row(T0, 10n), row(T0, 2n ** 64n - 1n)];
    expect(rows.toSorted(compareNewestRecord)).toEqual([
      ...[row(T0 + 1, 1n), row(T0, 2n ** 64n - 1n), row(T0, 10n), row(T0, 2n)],
    ]);
  });
});
