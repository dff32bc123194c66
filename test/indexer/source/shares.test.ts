import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SubscriptionFilter } from '../../../indexer/model/source.ts';
import { sharesOf } from '../../../indexer/source/shares.ts';
import { learnedLimits, NO_LIMITS } from '../../../indexer/source/stream-limits.ts';

const FILTER: SubscriptionFilter = { commitment: 'confirmed', owner: 'program', accounts: [] };

const keys = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe('a subscription under limits', () => {
  test('is one stream without limits', () => {
    const filter = { ...FILTER, accounts: keys(500, 'a'), transactions: keys(300, 't') };
    expect(sharesOf(filter, NO_LIMITS)).toEqual([
      { owner: FILTER.owner, accounts: [filter.accounts], transactions: [filter.transactions] },
    ]);
  });

  test('asks for nothing but the owner when there are no keys', () => {
    expect(sharesOf(FILTER, { keys: 10, filters: 1 })).toEqual([
      { owner: FILTER.owner, accounts: [], transactions: [] },
    ]);
  });

  test('keeps each stream within them, and all streams together ask for everything once', () => {
    const limit = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(60),
        limit,
        limit,
        (accountKeys, transactionKeys, maxKeys, maxFilters) => {
          const filter = {
            ...FILTER,
            accounts: keys(accountKeys, 'a'),
            transactions: keys(transactionKeys, 't'),
          };
          const shares = sharesOf(filter, { keys: maxKeys, filters: maxFilters });

          for (const { owner, accounts, transactions } of shares) {
            expect(accounts.length + (owner === undefined ? 0 : 1)).toBeLessThanOrEqual(maxFilters);
            expect(transactions.length).toBeLessThanOrEqual(maxFilters);
            for (const list of [...accounts, ...transactions]) {
              expect(list.length).toBeGreaterThan(0);
              expect(list.length).toBeLessThanOrEqual(maxKeys);
            }
          }
          expect(shares.map(({ owner }) => owner).filter(Boolean)).toEqual([FILTER.owner]);
          expect(shares.flatMap(({ accounts }) => accounts.flat())).toEqual(filter.accounts);
          expect(shares.flatMap(({ transactions }) => transactions.flat())).toEqual(filter.transactions);
        },
      ),
    );
  });
});

describe('limits', () => {
  test('are learned from what servers say', () => {
    const refusal = 'INVALID_ARGUMENT: failed to create filter: Max amount of';
    expect(learnedLimits(NO_LIMITS, `${refusal} filters/data_slices reached, only 1 allowed`)).toEqual({
      ...NO_LIMITS,
      filters: 1,
    });
    expect(learnedLimits(NO_LIMITS, `${refusal} filters reached, only 5 allowed`)?.filters).toBe(5);
    expect(learnedLimits({ keys: 100, filters: 1 }, `${refusal} Pubkeys reached, only 10 allowed`)).toEqual({
      keys: 10,
      filters: 1,
    });
    expect(learnedLimits(NO_LIMITS, `${refusal} Pubkeys is reached, only 200 allowed`)?.keys).toBe(200);
  });

  test('are not learned from a refusal that names none, or none that would help', () => {
    expect(learnedLimits(NO_LIMITS, 'UNAUTHENTICATED: No valid auth token')).toBeUndefined();
    const refusal = 'Max amount of Pubkeys reached, only';
    expect(learnedLimits({ keys: 10, filters: 1 }, `${refusal} 10 allowed`)).toBeUndefined();
    expect(learnedLimits(NO_LIMITS, `${refusal} 0 allowed`)).toBeUndefined();
  });
});
