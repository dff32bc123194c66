import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStepDue, stepDueAtStart } from '../../../core/rules/strategies.ts';

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const interval = fc.integer({ min: 60_000, max: 31_536_000_000 });

describe('the step after one', () => {
  test('is due an interval later, where this one was in time', () => {
    expect(nextStepDue(1_000, 1_000, 60_000)).toBe(61_000);
    expect(nextStepDue(1_000, 60_999, 60_000)).toBe(61_000);
    expect(nextStepDue(1_000, 61_000, 60_000)).toBe(121_000);
  });

  test('is the first time of the schedule that is still to come, however late this one was', () => {
    fc.assert(
      fc.property(time, time, interval, (due, late, every) => {
        const now = due + late;
        const next = nextStepDue(due, now, every);
        expect((next - due) % every).toBe(0);
        expect(next).toBeGreaterThan(now);
        expect(next - every).toBeLessThanOrEqual(now);
      }),
    );
  });
});

test('a strategy that starts is due at once, and never sooner after its last step than an interval', () => {
  expect(stepDueAtStart(undefined, 5_000, 60_000)).toBe(5_000);
  expect(stepDueAtStart(4_000, 5_000, 60_000)).toBe(64_000);
  expect(stepDueAtStart(4_000, 900_000, 60_000)).toBe(900_000);
});
