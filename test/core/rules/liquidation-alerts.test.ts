import { describe, expect, test } from 'vitest';
import { type AlertMemory, afterLook, liquidationDistance } from '../../../core/rules/liquidation-alerts.ts';

const MINUTE = 60_000;

describe('the distance to liquidation', () => {
  test.each([
    ['long', 100n, 95n, 500n],
    ['short', 100n, 103n, 300n],
    ['borrowed', 100n, 103n, 300n],
    ['borrowed', 100n, 97n, 300n],
    ['long', 3n, 2n, 3_333n],
    ['long', 95n, 100n, 0n],
    ['short', 100n, 90n, 0n],
    ['long', 0n, 1n, undefined],
  ] as const)('of a %s at %d with its liquidation at %d is %s', (side, mark, liquidation, distance) => {
    expect(liquidationDistance({ side, mark, liquidation })).toBe(distance);
  });
});

describe('an alert at 500 basis points', () => {
  /** Looks at distances, one a minute. @returns the minutes at which the owner is told */
  const toldAt = (distances: readonly (bigint | undefined)[]): number[] => {
    let memory: AlertMemory = { near: false, alertedAt: undefined };
    return distances.flatMap((distance, minute) => {
      const { alerts, ...then } = afterLook(memory, { distance, threshold: 500n, now: minute * MINUTE });
      memory = then;
      return alerts ? [minute] : [];
    });
  };
  const minutes = (count: number, distance: bigint | undefined) => Array(count).fill(distance);

  test('is told once for a crossing, at the distance itself, however long the position stays there', () => {
    expect(toldAt([501n, 500n, 10n, 0n, ...minutes(60, 400n)])).toEqual([1]);
  });

  test('is not told again before the position has recovered by a fifth of the distance', () => {
    expect(toldAt([500n, ...minutes(20, 600n), 500n])).toEqual([0]);
    expect(toldAt([500n, ...minutes(20, 601n), 500n])).toEqual([0, 21]);
  });

  test('is told at most every 15 minutes, and then of a position that is still near', () => {
    expect(toldAt([500n, 700n, ...minutes(20, 100n)])).toEqual([0, 15]);
  });

  test('begins anew with a position that is opened after one was closed', () => {
    expect(toldAt([500n, undefined, ...minutes(14, undefined), 500n])).toEqual([0, 16]);
  });
});
