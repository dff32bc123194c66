import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { compareNewestFirst } from '../../../core/rules/newest-first.ts';
import { launchStatus, launchStatusCode, phaseOf, settlementOutcome } from '../../../core/rules/phase.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../../schemas/launch-statuses.ts';

const launch = (launchId: bigint, startTs: bigint, status: LaunchStatus) => ({ launchId, startTs, status });

describe('the status of a launch', () => {
  test.each([
    [0, 'pending'],
    [1, 'active'],
    [2, 'succeeded'],
    [3, 'failed'],
    [4, 'finalized'],
  ] as const)('%d on chain is %s', (code, name) => {
    expect(launchStatus(code)).toBe(name);
    expect(launchStatusCode(name)).toBe(code);
  });

  test.each([5, 255, -1, 0.5, Number.NaN])('%d is refused', (code) => {
    expect(() => launchStatus(code)).toThrow(expect.objectContaining({ code: 'LAUNCH_STATUS_UNKNOWN' }));
  });

  test('is the phase, and no launch is the phase not_created', () => {
    expect(phaseOf({ status: 'active' })).toBe('active');
    expect(phaseOf(undefined)).toBe('not_created');
  });

  test('tells the outcome once settled, and a finalized launch had succeeded', () => {
    expect(LAUNCH_STATUSES.map(settlementOutcome)).toEqual([
      undefined,
      undefined,
      'succeeded',
      'failed',
      'succeeded',
    ]);
  });
});

describe('the order of launches', () => {
  test('runs newest first: by start, then by id', () => {
    const launches = [launch(1n, 5n, 'active'), launch(9n, 4n, 'active'), launch(2n, 5n, 'active')];
    expect(launches.sort(compareNewestFirst).map(({ launchId }) => launchId)).toEqual([2n, 1n, 9n]);
  });

  test('tells ids apart that a double cannot', () => {
    const a = launch(2n ** 64n - 1n, 0n, 'active');
    const b = launch(2n ** 64n - 2n, 0n, 'active');
    expect(compareNewestFirst(a, b)).toBe(-1);
    expect(compareNewestFirst(b, a)).toBe(1);
    expect(compareNewestFirst(a, { ...a })).toBe(0);
  });
});

describe('the current launch', () => {
  test('is the newest active one, else the newest pending one, else the newest settled one', () => {
    const settled = [launch(1n, 90n, 'finalized'), launch(2n, 91n, 'failed'), launch(3n, 80n, 'succeeded')];
    const pending = [launch(4n, 50n, 'pending'), launch(5n, 60n, 'pending')];
    const active = [launch(6n, 10n, 'active'), launch(7n, 10n, 'active')];
    expect(currentLaunch([])).toBeUndefined();
    expect(currentLaunch(settled)?.launchId).toBe(2n);
    expect(currentLaunch([...settled, ...pending])?.launchId).toBe(5n);
    expect(currentLaunch([...settled, ...pending, ...active])?.launchId).toBe(7n);
  });

  test('does not depend on the order in which launches are listed', () => {
    const some = fc.array(
      fc
        .tuple(fc.bigInt({ min: 0n, max: 3n }), fc.constantFrom(...LAUNCH_STATUSES))
        .map(([startTs, status]) => ({ startTs, status })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(some, (list) => {
        const launches = list.map(({ startTs, status }, index) => launch(BigInt(index), startTs, status));
        expect(currentLaunch([...launches].reverse())).toEqual(currentLaunch(launches));
      }),
    );
  });
});
