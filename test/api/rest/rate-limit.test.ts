import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../../api/rest/rate-limit.ts';
import { systemClock } from '../../../core/kernel/clock.ts';

describe('the rate limit', () => {
  test('counts each address by itself, window by window', () => {
    let now = 1_000;
    const clock = { ...systemClock, now: () => now };
    const limit = createRateLimit({ clock, requests: 2, windowMs: 10_000, addresses: 100 });

    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 10]);
    expect(limit.take('b')).toBe(0);
    now += 9_500;
    expect(limit.take('a')).toBe(1);
    now += 500;
    expect(limit.take('a')).toBe(0);
  });

  test('remembers a bounded number of addresses', () => {
    const limit = createRateLimit({
      clock: { ...systemClock, now: () => 0 },
      requests: 1,
      windowMs: 10_000,
      addresses: 2,
    });
    for (const address of ['a', 'b', 'c']) expect(limit.take(address)).toBe(0);
    expect(limit.take('c')).toBeGreaterThan(0);
    expect(limit.take('a')).toBe(0);
  });
});
