import { beforeEach, describe, expect, test } from 'vitest';
import type { LaunchVersion } from '../../../../api/read/account-versions.ts';
import { RecentPast, type RecentPastOptions } from '../../../../api/read/latest/recent-past.ts';
import { LatestState } from '../../../../api/read/latest/state.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

describe('the recent past', () => {
  let state: LatestState;
  let recent: RecentPast;
  const begin = (options: RecentPastOptions = {}): void => {
    state = new LatestState();
    recent = new RecentPast(10n, options);
  };
  beforeEach(() => begin());

  /** One more slot, in which each named launch comes to a total of that slot. */
  function reach(slot: bigint, launchIds: readonly bigint[], time: bigint | null = slot * 10n): void {
    const launches = launchIds.map(
      (launchId) => ({ launchId, updatedSlot: slot, totalPledged: slot, closed: false }) as LaunchVersion,
    );
    state.apply({ launches }, (launchId, undo) => recent.add({ slot, launchId, undo }));
    recent.reach(slot, time === null ? [] : [{ slot, time }]);
  }
  const totals = (slot: bigint) =>
    recent.at(slot, state)?.state.launches.map(({ launchId, totalPledged }) => [launchId, totalPledged]);

  test('has each slot since it began, with its launches and its time', () => {
    reach(11n, [1n]);
    reach(13n, [1n, 2n]);
    reach(14n, [2n], null);
    expect(totals(11n)).toEqual([[1n, 11n]]);
    expect(totals(12n)).toEqual([[1n, 11n]]);
    expect(totals(13n)).toEqual(totals(14n)?.map(([id]) => [id, 13n]));
    expect([11n, 12n, 13n, 14n].map((slot) => recent.at(slot, state)?.now)).toEqual([110n, 110n, 130n, 130n]);
  });

  test('knows the decimals of a mint from the slot on at which the index has them', () => {
    reach(11n, [1n]);
    reach(13n, [1n]);
    state.apply({ decimals: new Map([[pubkeyOf('mint'), { decimals: 6, since: 12n }]]) });
    const decimals = (slot: bigint) => recent.at(slot, state)?.state.decimalsOf(pubkeyOf('mint'));
    expect([11n, 12n, 13n].map(decimals)).toEqual([undefined, 6, 6]);
  });

  test('has no slot before it began, and none without a known time', () => {
    reach(11n, [1n], null);
    reach(12n, [1n]);
    expect([9n, 10n, 11n].map(totals)).toEqual([undefined, undefined, undefined]);
    recent.restart(12n);
    expect(totals(12n)).toBeUndefined();
  });

  test('forgets slots that are too old', () => {
    begin({ mostSlots: 2n });
    for (const slot of [11n, 12n, 13n, 14n]) reach(slot, [1n]);
    expect([11n, 12n, 13n].map(totals)).toEqual([undefined, [[1n, 12n]], [[1n, 13n]]]);
  });

  test('forgets slots whose changes are too many', () => {
    begin({ mostChanges: 3 });
    for (const slot of [11n, 12n, 13n]) reach(slot, [1n, 2n]);
    expect([11n, 12n].map(totals)).toEqual([
      undefined,
      expect.arrayContaining([
        [1n, 12n],
        [2n, 12n],
      ]),
    ]);
    expect(recent.from).toBe(12n);
  });
});
