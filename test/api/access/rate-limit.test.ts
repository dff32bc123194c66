import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../../api/access/rate-limit.ts';
import { systemClock } from '../../../core/kernel/clock.ts';

const frozen = { ...systemClock, now: () => 0 };

describe('the rate limit', () => {
  test('counts each client by itself, window by window', () => {
    let now = 1_000;
    const clock = { ...systemClock, now: () => now };
    const limit = createRateLimit({ clock, requests: 2, windowMs: 10_000, networks: 100 });

    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 10]);
    expect(limit.take('b')).toBe(0);
    now += 9_500;
    expect(limit.take('a')).toBe(1);
    now += 500;
    expect(limit.take('a')).toBe(0);
  });

  test('remembers a bounded number of networks', () => {
    const limit = createRateLimit({
      clock: frozen,
      requests: 1,
      windowMs: 10_000,
      networks: 2,
    });
    for (const address of ['a', 'b', 'c']) expect(limit.take(address)).toBe(0);
    expect(limit.take('c')).toBeGreaterThan(0);
    expect(limit.take('a')).toBe(0);
  });

  const admitted = (addresses: readonly string[]) => {
    const limit = createRateLimit({ clock: frozen, requests: 2, windowMs: 10_000, networks: 1_000 });
    return addresses.filter((address) => limit.take(address) === 0).length;
  };
  const many = (addressAt: (at: number) => string) => Array.from({ length: 205 }, (_, at) => addressAt(at));

  test.each([
    ['an IPv6 /64, however many addresses it uses', (at: number) => `2001:db8:1:2::${at.toString(16)}`, 2],
    ['an IPv6 /56', (at: number) => `2001:db8:1:${at.toString(16)}::1`, 6],
    ['an IPv6 /48', (at: number) => `2001:db8:1:${at.toString(16)}00::1`, 20],
    ['an IPv4 /24', (at: number) => `198.51.100.${at}`, 20],
    ['an IPv4 /16', (at: number) => `198.51.${at}.1`, 200],
  ])('bounds %s', (_network, addressAt, most) => {
    expect(admitted(many(addressAt))).toBe(most);
  });

  test('refuses one client without using up the limit of its network', () => {
    expect(admitted([...many(() => '198.51.100.7'), '198.51.100.8'])).toBe(3);
  });
});
