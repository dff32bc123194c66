import { expect, test } from 'vitest';
import { lazily } from '../../../core/kernel/lazily.ts';

test('makes a value at the first question, once, even where it is undefined', () => {
  let made = 0;
  const value = lazily(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([undefined, undefined, 1]);
});

test('makes it again after a failure', () => {
  let tries = 0;
  const value = lazily(() => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  expect(value).toThrow('not yet');
  expect([value(), value()]).toEqual([2, 2]);
});
