import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultRate, type RpcLane, rpcLimit } from '../../../core/rpc/rate-limit.ts';

const INDEXER = { lane: 'indexer' } as const;

describe('requests to a node', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('never start more often than the rate in any second, however they come', async () => {
    const limit = rpcLimit(5);
    const started: number[] = [];
    const ask = () => limit.run(async () => void started.push(Date.now()), INDEXER);
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
    const limit = rpcLimit(0);
    let started = 0;

    await Promise.all(Array.from({ length: 1000 }, () => limit.run(async () => started++, INDEXER)));

    expect(started).toBe(1000);
  });

  test('are given up while they wait', async () => {
    const limit = rpcLimit(1);
    const leaving = new AbortController();
    await limit.run(async () => undefined, INDEXER);
    const started: true[] = [];
    const waiting = limit.run(async () => started.push(true), { ...INDEXER, signal: leaving.signal });
    const refused = expect(waiting).rejects.toThrow();
    expect(limit.lanes.indexer.waiting).toBe(1);

    leaving.abort();
    await refused;
    expect(limit.lanes.indexer).toEqual({ waiting: 0, refused: 0 });
    await vi.advanceTimersByTimeAsync(5_000);

    expect(started).toEqual([]);
  });

  test('of the indexer come first, then transactions, then jobs, and reads of anybody last', async () => {
    const limit = rpcLimit(1);
    await limit.run(async () => undefined, INDEXER);
    const started: RpcLane[] = [];
    const ask = (lane: RpcLane) => limit.run(async () => void started.push(lane), { lane });
    const asked = (['reads', 'jobs', 'transactions', 'indexer'] as const).map(ask);

    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(asked);

    expect(started).toEqual(['indexer', 'transactions', 'jobs', 'reads']);
  });

  test.each<[RpcLane, number]>([
    ['reads', 5_000],
    ['transactions', 10_000],
  ])('of the lane %s wait %i ms at most while others use the whole rate', async (lane, ms) => {
    const limit = rpcLimit(1);
    const busy = Array.from({ length: 60 }, () => limit.run(async () => undefined, INDEXER));
    const waiting = limit.run(async () => 'started', { lane });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'RPC_NO_TURN', status: 503 });

    await vi.advanceTimersByTimeAsync(ms);
    await refused;
    expect(limit.lanes[lane]).toEqual({ waiting: 0, refused: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(busy);
    expect(limit.lanes.indexer).toEqual({ waiting: 0, refused: 0 });
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
