import { expect, test } from 'vitest';
import { SharedObjects } from '../../../core/kernel/shared-objects.ts';

class Counter {
  count: number;

  constructor(start: number) {
    this.count = start;
  }
}
class Other extends Counter {}

test('one object of each class is made, for all who ask, and another for another owner', () => {
  const shared = new SharedObjects();
  shared.one(Counter, 1).count += 1;

  expect(shared.one(Counter, 7).count).toBe(2);
  expect(shared.one(Other, 7).count).toBe(7);
  expect(new SharedObjects().one(Counter, 3).count).toBe(3);
});
