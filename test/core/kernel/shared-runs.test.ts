import { expect, test } from 'vitest';
import { SharedRuns } from '../../../core/kernel/shared-runs.ts';

/** Work that ends when the test says so. */
function held() {
  const ends: ((failure?: Error) => void)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const run = ends.length + 1;
      ends.push((failure) => (failure ? reject(failure) : resolve(run)));
    });
  return { ends, work };
}

test('all who come while work of their key runs share the next run, which begins after they came', async () => {
  const { ends, work } = held();
  const runs = new SharedRuns<number>();
  const first = runs.run('a', work);
  const later = [runs.run('a', work), runs.run('a', work)];
  const other = runs.run('b', work);
  expect(ends).toHaveLength(2);

  ends[0]?.();
  ends[1]?.();
  expect([await first, await other]).toEqual([1, 2]);
  ends[2]?.();
  expect(await Promise.all(later)).toEqual([3, 3]);
});

test('work that fails does not fail those who wait for the next run', async () => {
  const { ends, work } = held();
  const runs = new SharedRuns<number>();
  const [first, second] = [runs.run('a', work), runs.run('a', work)];

  ends[0]?.(new Error('it failed'));
  await expect(first).rejects.toThrow('it failed');
  ends[1]?.();
  expect(await second).toBe(2);
  const third = runs.run('a', work);
  ends[2]?.();
  expect(await third).toBe(3);
});
