import { expect, test } from 'vitest';
import { withMints } from '../../../../api/actions/admission/named-mints.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const mint = pubkeyOf('a mint');
const known = [{ mint, symbol: 'USDC', by: 'TOKEN_SYMBOLS' }];

test('a symbol stands for its mint wherever a mint is asked for, also in lists', () => {
  const given = (usdc: string) => ({
    mint: usdc,
    allowed_mints: [usdc, 'ZZZ'],
    weights: [{ mint: usdc, weight_bps: 5000 }],
    arguments: { plan: { rules: [{ mint: usdc, is: 'above' }] } },
    name: 'USDC',
    tags: ['USDC'],
  });
  expect(withMints(given('usdc'), known)).toEqual(given(mint));
});

test('arguments nested without end are left to their schema', () => {
  let deep: unknown = { mint: 'USDC' };
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(withMints({ deep }, known)).toHaveProperty('deep');
});
