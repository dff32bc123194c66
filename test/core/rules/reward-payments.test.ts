import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldRewardEvents } from '../../../core/rules/reward-buckets.ts';
import { faultyPayments, type PaymentFault } from '../../../core/rules/reward-payments.ts';
import { REVIEW_WINDOW_MS, type RewardEvent } from '../../../core/rules/rewards.ts';
import { ledgerEvents, T0, wallets } from './reward-arbitraries.ts';

const wallet = wallets[0] ?? ('' as never);
const recordId = 17n;
const MATURE = T0 + REVIEW_WINDOW_MS;
const accrued: RewardEvent = { kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount: 5n };
const referral: RewardEvent = { ...accrued, program: 'referral', amount: undefined };
const hive: RewardEvent = { ...accrued, program: 'hive_contribution' };
const price: RewardEvent = { kind: 'priced', recordId, at: T0 + 1, amount: 7n };
const reviewed = (kind: 'held' | 'released' | 'voided', at: number): RewardEvent => ({
  ...{ kind, recordId, at, reason: 'review' },
});
const paid = (at: number, txSignature = 'told'): RewardEvent => ({ kind: 'paid', recordId, at, txSignature });

describe('a payment that was only told', () => {
  test.each<[PaymentFault, readonly RewardEvent[]]>([
    ['no_record', [price, paid(MATURE)]],
    ['voided', [accrued, paid(MATURE), reviewed('voided', MATURE + 1)]],
    ['never_paid', [hive, price, paid(MATURE)]],
    ['unpriced', [referral, paid(MATURE)]],
    ['unpriced', [referral, { ...price, premature: true } as RewardEvent, paid(MATURE)]],
    ['in_review', [accrued, paid(MATURE - 1)]],
    ['in_review', [accrued, paid(T0 - 90 * REVIEW_WINDOW_MS)]],
    ['held', [accrued, reviewed('held', MATURE), paid(MATURE)]],
    ['held', [accrued, reviewed('held', MATURE), paid(MATURE), reviewed('released', MATURE + 1)]],
  ])('changes no figure and is listed: %s', (fault, events) => {
    const facts = foldRewardEvents(events);
    if (!facts?.voided) expect(facts?.paid).toBeUndefined();
    expect(faultyPayments(events).map((one) => one.fault)).toEqual([fault]);
  });

  test.each<[string, readonly RewardEvent[]]>([
    ['that carried an amount', [accrued]],
    ['that was priced before', [referral, price]],
    ['that was priced since', [referral, { ...price, at: MATURE + 1 }]],
    ['that was released by then', [accrued, reviewed('held', T0), reviewed('released', MATURE)]],
    ['that was held after it', [accrued, reviewed('held', MATURE + 1)]],
  ])('counts from the end of the review on for a record %s, in any order', (_, events) => {
    for (const all of [
      [...events, paid(MATURE)],
      [paid(MATURE), ...events],
    ]) {
      expect(foldRewardEvents(all)?.paid).toEqual({ at: MATURE, txSignature: 'told' });
      expect(faultyPayments(all)).toEqual([]);
    }
  });

  test('is listed where another transaction had paid the record, and not where it was told twice', () => {
    expect(faultyPayments([accrued, paid(MATURE), paid(MATURE + 1, 'again')])).toMatchObject([
      { payment: { txSignature: 'again' }, fault: 'paid_before' },
    ]);
    expect(faultyPayments([accrued, paid(MATURE), paid(MATURE + 1)])).toEqual([]);
  });

  test('either is the one that its record is paid by, or is listed, whatever else is known', () => {
    fc.assert(
      fc.property(ledgerEvents, (events) => {
        for (const own of Map.groupBy(events, (event) => event.recordId).values()) {
          const listed = faultyPayments(own).map(({ payment }) => payment);
          const facts = foldRewardEvents(own);
          const counted = facts?.voided ? undefined : facts?.paid?.txSignature;
          for (const event of own.filter((one) => one.kind === 'paid'))
            expect(listed.includes(event)).toBe(event.txSignature !== counted);
        }
      }),
      { numRuns: 150 },
    );
  });
});
