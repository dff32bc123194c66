import { expect, test } from 'vitest';
import { counted, noun } from '../../../core/kernel/counted.ts';

test('one thing is named in the singular, and any other number of them in the plural', () => {
  expect([0, 1, 2, 1n, 1_000n].map((count) => counted(count, 'slot'))).toEqual([
    '0 slots',
    '1 slot',
    '2 slots',
    '1 slot',
    '1000 slots',
  ]);
  expect(counted(1, 'launch matches', 'launches match')).toBe('1 launch matches');
  expect(noun(2, 'launch', 'launches')).toBe('launches');
});
