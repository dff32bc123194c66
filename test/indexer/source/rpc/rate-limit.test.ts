import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultRate, rateLimit } from '../../../../indexer/source/rpc/rate-limit.ts';

describe('requests to a node', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('never start more often than the rate in any second, however they come', async () => {
    const limited = rateLimit(5);
    const started: number[] = [];
    const ask = () => limited(async () => void started.push(Date.now()), undefined);
    const asked = [3, 4, 10].map(async (count, at) => {
      await vi.advanceTimersByTimeAsync(at * 300);
      return Promise.all(Array.from({ length: count }, ask));
    });

    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(asked);

    expect(started).toHaveLength(17);
    for (const from of started) {
      expect(started.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(5);
    }
  });

  test('start at once without a rate', async () => {
    const limited = rateLimit(0);
    let started = 0;

    await Promise.all(Array.from({ length: 1000 }, () => limited(async () => started++, undefined)));

    expect(started).toBe(1000);
  });

  test('are given up while they wait', async () => {
    const limited = rateLimit(1);
    const leaving = new AbortController();
    await limited(async () => undefined, undefined);
    const started: true[] = [];
    const waiting = limited(async () => started.push(true), leaving.signal);
    const refused = expect(waiting).rejects.toThrow();

    leaving.abort();
    await refused;
    await vi.advanceTimersByTimeAsync(5_000);

    expect(started).toEqual([]);
  });

  test.each([
    ['http://127.0.0.1:8899', 0],
    ['http://localhost:8899', 0],
    ['http://[::1]:8899', 0],
    ['https://rpc.example.com', 10],
  ])('of %s are %i a second unless it is set', (url, perSecond) => {
    expect(defaultRate(new URL(url))).toBe(perSecond);
  });
});
