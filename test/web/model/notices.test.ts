import { expect, test } from 'vitest';
import { noticeOf } from '../../../web/model/notices.ts';

test('a notice is of what newly waits, also when as much was decided meanwhile', () => {
  const known = new Set(['a', 'b']);
  expect(noticeOf(undefined, { ids: ['a'] })).toBeUndefined();
  expect(noticeOf(known, { ids: ['b'] })).toBeUndefined();
  expect(noticeOf(known, { ids: ['b', 'c'] })).toBe('2 decisions wait for you.');
  expect(noticeOf(known, { ids: ['c'] })).toBe('1 decision waits for you.');
});
