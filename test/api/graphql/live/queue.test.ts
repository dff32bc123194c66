import { describe, expect, test } from 'vitest';
import { BoundedQueue } from '../../../../api/graphql/live/queue.ts';

const all = async <Value>(queue: BoundedQueue<Value>): Promise<Value[]> => {
  const values: Value[] = [];
  for await (const value of queue) values.push(value);
  return values;
};

describe('a bounded queue', () => {
  test('gives values in order, those that wait and those that are waited for', async () => {
    const queue = new BoundedQueue<number>(2);
    queue.push(1);
    const reading = all(queue);
    await Promise.resolve();
    queue.push(2);
    queue.push(3);
    queue.end();
    expect(await reading).toEqual([1, 2, 3]);
  });

  test('takes no more than may wait', () => {
    const queue = new BoundedQueue<number>(2);
    expect([queue.push(1), queue.push(2), queue.push(3)]).toEqual([true, true, false]);
  });

  test('ends after what waits, or at once with a last value in place of it', async () => {
    const patient = new BoundedQueue<string>(2);
    patient.push('waiting');
    patient.end();
    expect(await all(patient)).toEqual(['waiting']);

    const dropped = new BoundedQueue<string>(2);
    dropped.push('waiting');
    dropped.end('too slow');
    dropped.end('heard no more');
    expect(await all(dropped)).toEqual(['too slow']);
    expect(dropped.push('late')).toBe(false);
  });

  test('tells once that it ended, by whomever', async () => {
    let ends = 0;
    const queue = new BoundedQueue<number>(1, () => {
      ends += 1;
    });
    queue.push(1);
    await queue.return();
    queue.end();
    queue.onEnd(() => {
      ends += 10;
    });
    expect(ends).toBe(11);
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });
});
