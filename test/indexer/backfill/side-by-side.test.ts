import { describe, expect, test } from 'vitest';
import { sideBySide } from '../../../indexer/backfill/side-by-side.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

describe('work side by side', () => {
  test('never runs more at once than it may, and asks for no item before there is room', async () => {
    let asked = 0;
    let running = 0;
    let most = 0;
    let done = 0;
    const items = (function* () {
      for (; asked < 40; ) yield asked++;
    })();
    await sideBySide(items, { limit: 3, stop: new AbortController() }, async (item) => {
      running += 1;
      most = Math.max(most, running);
      expect(asked - done).toBeLessThanOrEqual(3);
      await turns(item % 7);
      running -= 1;
      done += 1;
    });
    expect([most, done]).toEqual([3, 40]);
  });

  test('ends with the first failure, after what runs has ended', async () => {
    const stop = new AbortController();
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item === 2) throw new Error('the third');
      await turns(20);
      ended.push(item);
    };
    const items = (function* () {
      for (let item = 0; ; item += 1) yield item;
    })();
    await expect(sideBySide(items, { limit: 3, stop }, work)).rejects.toThrow('the third');
    expect(ended).toEqual([0, 1]);
    expect(stop.signal.aborted).toBe(true);
  });

  test('fails with the failure of what gives the items', async () => {
    const items = (async function* () {
      yield 1;
      throw new Error('no more');
    })();
    const done: number[] = [];
    const work = async (item: number): Promise<void> => void done.push(item);
    const stop = new AbortController();
    await expect(sideBySide(items, { limit: 2, stop }, work)).rejects.toThrow('no more');
    expect(done).toEqual([1]);
  });

  test('takes nothing more once it is stopped from outside', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    await sideBySide([1, 2, 3, 4], { limit: 1, stop }, async (item) => {
      done.push(item);
      if (item === 2) stop.abort();
    });
    expect(done).toEqual([1, 2]);
  });
});
