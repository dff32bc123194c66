import { expect, test } from 'vitest';
import { ChangeLog } from '../../../../api/graphql/live/change-log.ts';
import type { StoreStep } from '../../../../api/read/latest/store.ts';

const step = (slot: bigint, launchIds?: readonly bigint[]): StoreStep =>
  ({ snapshot: { stamp: { slot } }, launchIds: launchIds && new Set(launchIds) }) as unknown as StoreStep;

test('tells what changed since a slot, and never that something did not where nobody knows', () => {
  const log = new ChangeLog();
  expect(log.mayHaveChanged(7n, 99n)).toBe(true);

  log.note(step(10n));
  expect([9n, 10n, 11n].map((slot) => log.mayHaveChanged(7n, slot))).toEqual([true, false, false]);

  log.note(step(12n, [7n]));
  log.note(step(14n, [8n]));
  expect([9n, 10n, 11n, 12n, 13n].map((slot) => log.mayHaveChanged(7n, slot))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(log.mayHaveChanged(8n, 13n)).toBe(true);

  // A load: all may have changed.
  log.note(step(20n));
  expect([19n, 20n].map((slot) => log.mayHaveChanged(7n, slot))).toEqual([true, false]);
});
