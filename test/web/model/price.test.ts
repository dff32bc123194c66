import { describe, expect, test } from 'vitest';
import { pledgerEntitlement } from '../../../core/rules/settlement.ts';
import { impliedPrices, type PriceTerms, ratioText } from '../../../web/model/price.ts';

const UNIT = 1_000_000n;
const TOKEN = 1_000_000_000n;
const terms = (parts: Partial<PriceTerms> = {}): PriceTerms => ({
  status: 'active',
  totalPledged: 150n * UNIT,
  minRaise: 100n * UNIT,
  maxRaise: 250n * UNIT,
  tokenAllocation: 1_000n * TOKEN,
  pledgeMintDecimals: 6,
  launchMintDecimals: 9,
  ...parts,
});

describe('the implied price of a launch', () => {
  test('is the raise over the allocation, in whole tokens, and its range until the launch is settled', () => {
    expect(impliedPrices(terms())).toEqual({
      ...{ now: '0.15', atMinimum: '0.1', atMaximum: '0.25', settled: false },
    });
    expect(impliedPrices(terms({ status: 'finalized' }))).toEqual({
      ...{ now: '0.15', atMinimum: null, atMaximum: null, settled: true },
    });
  });

  test('is the rate at which a pledge is settled', () => {
    const { totalPledged, tokenAllocation } = terms();
    expect(pledgerEntitlement(15n * UNIT, tokenAllocation, totalPledged)).toBe(100n * TOKEN);
  });

  test('is absent where the rule gives none', () => {
    expect(impliedPrices(terms({ status: 'failed' }))).toBeUndefined();
    expect(impliedPrices(terms({ tokenAllocation: 0n }))).toBeUndefined();
    expect(impliedPrices(terms({ launchMintDecimals: null }))).toBeUndefined();
    expect(impliedPrices(terms({ totalPledged: 0n, maxRaise: 0n }))).toMatchObject({
      now: null,
      atMaximum: null,
    });
  });

  test('has six significant digits, truncated, and says when digits follow', () => {
    expect(ratioText(2n, 3n)).toBe('≈ 0.666666');
    expect(ratioText(1n, 3_000_000n)).toBe('≈ 0.000000333333');
    expect(ratioText(12_345_678n, 1n)).toBe('12,345,678');
    expect(ratioText(2n ** 64n - 1n, 7n)).toBe('≈ 2,635,249,153,387,078,802');
  });
});
