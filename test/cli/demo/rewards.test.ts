import { expect, test } from 'vitest';
import { demoRewards } from '../../../cli/demo/rewards.ts';

test('the rewards of the demo lie in the past: in review, held, claimable and ready to be paid', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  const events = demoRewards(now);

  expect(events.every(({ at }) => at < now)).toBe(true);
  const days = events.flatMap((event) => (event.kind === 'accrued' ? [(now - event.at) / 86_400_000] : []));
  expect(Math.min(...days)).toBeLessThan(7);
  expect(Math.max(...days)).toBeGreaterThan(7);
  expect(events.some(({ kind }) => kind === 'held')).toBe(true);
  // Nothing is paid before the mint.
  expect(events.some(({ kind }) => kind === 'paid')).toBe(false);
});
