import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldRewardEvents } from '../../../core/rules/reward-buckets.ts';
import { REVIEW_WINDOW_MS, type RewardEvent } from '../../../core/rules/rewards.ts';
import { ledgerEvents, T0, wallets } from './reward-arbitraries.ts';

const wallet = wallets[0] ?? ('' as never);
const recordId = 17n;
const MATURE = T0 + REVIEW_WINDOW_MS;
const accrued: RewardEvent = { kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount: 5n };
const referral: RewardEvent = { ...accrued, program: 'referral', amount: undefined };
const reviewed = (kind: 'held' | 'released' | 'voided', at: number): RewardEvent => ({
  ...{ kind, recordId, at, reason: 'review' },
});
const priced = (at: number, amount: bigint, premature = false): RewardEvent => ({
  ...{ kind: 'priced', recordId, at, amount, premature },
});
const paid = (at: number, txSignature: string): RewardEvent => ({ kind: 'paid', recordId, at, txSignature });

describe('the facts of a record', () => {
  test('are none before it has accrued', () => {
    expect(foldRewardEvents([priced(T0, 1n), paid(T0, 'signature')])).toBeUndefined();
  });

  test('are those of its accrual where nothing else is known', () => {
    expect(foldRewardEvents([accrued])).toEqual({
      ...{ recordId, program: 'season', wallet, createdAt: T0, amount: 5n },
      ...{ held: false, releasedAt: undefined, voided: false, paid: undefined },
    });
  });

  test('carry the newest price, else the amount of the accrual', () => {
    expect(foldRewardEvents([priced(T0 + 2, 8n), accrued, priced(T0 + 1, 7n)])?.amount).toBe(8n);
    expect(foldRewardEvents([referral])?.amount).toBeUndefined();
  });

  test('carry no price of a fee share that was set before the mint', () => {
    expect(foldRewardEvents([referral, priced(T0 + 1, 7n, true)])?.amount).toBeUndefined();
    expect(foldRewardEvents([referral, priced(T0 + 1, 7n, true), priced(T0, 6n)])?.amount).toBe(6n);
    expect(foldRewardEvents([accrued, priced(T0 + 1, 7n, true)])?.amount).toBe(7n);
  });

  test('say held by the last of holds and releases, and of two at one moment by the hold', () => {
    const held = (...events: RewardEvent[]) => foldRewardEvents([accrued, ...events])?.held;
    expect(held(reviewed('held', T0 + 1))).toBe(true);
    expect(held(reviewed('released', T0 + 2), reviewed('held', T0 + 1))).toBe(false);
    expect(held(reviewed('held', T0 + 3), reviewed('released', T0 + 2), reviewed('held', T0 + 1))).toBe(true);
    expect(held(reviewed('released', T0 + 1), reviewed('held', T0 + 1))).toBe(true);
    expect(held(reviewed('released', T0 + 1))).toBe(false);
  });

  test('name the first release after the newest hold', () => {
    const releasedAt = (...events: RewardEvent[]) => foldRewardEvents([accrued, ...events])?.releasedAt;
    const held = [reviewed('held', T0 + 1), reviewed('held', T0 + 4)];
    const released = [T0 + 2, T0 + 9, T0 + 5].map((at) => reviewed('released', at));
    expect(releasedAt(...held, ...released)).toBe(T0 + 5);
    expect(releasedAt(...held, reviewed('released', T0 + 4))).toBeUndefined();
  });

  test('name no release of a record that was never held, whenever it was recorded', () => {
    expect(foldRewardEvents([accrued, reviewed('released', T0 + 30)])?.releasedAt).toBeUndefined();
    const before = [reviewed('released', T0 + 1), reviewed('held', T0 + 2)];
    expect(foldRewardEvents([accrued, ...before])).toMatchObject({ held: true, releasedAt: undefined });
  });

  test('carry what was paid, whatever was priced since the request was built', () => {
    const settled: RewardEvent = { kind: 'paid', recordId, at: T0 + 5, txSignature: 'x', amount: 100n };
    const prices = [priced(T0 + 1, 100n), priced(T0 + 3, 200n), priced(T0 + 9, 300n)];
    expect(foldRewardEvents([referral, ...prices, settled])?.amount).toBe(100n);
    // And of several payments what the first of them paid
    const second: RewardEvent = { ...settled, at: T0 + 8, amount: 7n };
    expect(foldRewardEvents([referral, ...prices, second, settled])?.amount).toBe(100n);
  });

  test('carry the newest price until it was paid, where nobody told what was, else the first one after it', () => {
    const prices = [priced(T0 + 1, 100n), priced(MATURE, 200n), priced(MATURE + 1, 300n)];
    expect(foldRewardEvents([referral, ...prices, paid(MATURE, 'x')])?.amount).toBe(200n);
    expect(foldRewardEvents([accrued, priced(MATURE + 1, 300n), paid(MATURE, 'x')])?.amount).toBe(5n);
    const later = [priced(MATURE + 2, 400n), priced(MATURE + 1, 300n)];
    expect(foldRewardEvents([referral, ...later, paid(MATURE, 'x')])).toMatchObject({
      ...{ amount: 300n, paid: { at: MATURE, txSignature: 'x' } },
    });
  });

  test('name the first payment that counts', () => {
    const payments = [paid(MATURE + 2, 'second'), paid(MATURE, 'first'), paid(MATURE - 1, 'too early')];
    expect(foldRewardEvents([accrued, ...payments])?.paid).toEqual({ at: MATURE, txSignature: 'first' });
    // A payment that settlement matched with a transfer counts as it is
    const settled: RewardEvent = {
      ...paid(T0 + 1, 'settled'),
      kind: 'paid',
      txSignature: 'settled',
      amount: 1n,
    };
    expect(foldRewardEvents([accrued, ...payments, settled])?.paid?.txSignature).toBe('settled');
  });

  test('say voided whenever it was', () => {
    expect(foldRewardEvents([reviewed('voided', T0 - 1), accrued])?.voided).toBe(true);
  });

  test('do not depend on the order in which events come', () => {
    fc.assert(
      fc.property(ledgerEvents, (events) => {
        const [first] = events;
        const own = events.filter((event) => event.recordId === first?.recordId);
        expect(foldRewardEvents(own.toReversed())).toEqual(foldRewardEvents(own));
      }),
      { numRuns: 150 },
    );
  });
});
