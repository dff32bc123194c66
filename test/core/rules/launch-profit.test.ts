import { describe, expect, test } from 'vitest';
import { profitOf } from '../../../core/rules/launch-profit.ts';

describe('the profit of a part in a launch', () => {
  const part = { pledged: 100n, allocated: 30n };

  test('counts what is sold against its share of the pledge, rounded up', () => {
    expect(profitOf({ ...part, sold: 10n, proceeds: 50n })).toEqual({
      realised: 16n,
      unsold: 20n,
      unsoldCost: 66n,
    });
    expect(profitOf({ ...part, sold: 30n, proceeds: 90n })).toEqual({
      realised: -10n,
      unsold: 0n,
      unsoldCost: 0n,
    });
  });

  test('has realised nothing where nothing was sold, and is unknown where more was', () => {
    expect(profitOf({ ...part, sold: 0n, proceeds: 0n })).toEqual({
      realised: 0n,
      unsold: 30n,
      unsoldCost: 100n,
    });
    expect(profitOf({ ...part, allocated: 0n, sold: 0n, proceeds: 0n }).unsoldCost).toBe(100n);
    expect(profitOf({ ...part, sold: 31n, proceeds: 500n }).realised).toBeUndefined();
  });
});
