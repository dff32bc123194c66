import { describe, expect, test } from 'vitest';
import { Failure } from '../../../web/data/failure.ts';
import { movesWithTime, nextAskMs } from '../../../web/data/newest.ts';

const release = { startTs: 0n, cliffTs: 0n, endTs: 10n };
const newest = { slot: undefined, error: null, moves: false };

describe('the newest answer', () => {
  test('is asked for often while time alone changes it, else rarely, and one of the past never', () => {
    expect(nextAskMs({ ...newest, moves: true })).toBe(5_000);
    expect(nextAskMs(newest)).toBe(15_000);
    expect(nextAskMs({ ...newest, slot: 300, moves: true })).toBe(false);
  });

  test('is asked for until it comes where what failed may pass', () => {
    const passing = new Failure({ kind: 'unreachable', detail: 'Gone.' });
    const lasting = new Failure({ kind: 'gone', detail: 'Lost.' });
    expect(nextAskMs({ ...newest, error: passing })).toBe(5_000);
    expect(nextAskMs({ ...newest, slot: 300, error: passing })).toBe(5_000);
    expect(nextAskMs({ ...newest, slot: 300, error: lasting })).toBe(false);
  });

  test.each([
    ['waiting to be settled', null, true],
    ['still unlocks', { release: { ...release, unlockedBps: 9_999n } }, true],
    ['has no known time', { release: { ...release, unlockedBps: null } }, true],
    ['is wholly unlocked', { release: { ...release, unlockedBps: 10_000n } }, false],
    ['failed', { release: null }, false],
  ])('of a launch that %s', (_which, settlement, moves) => {
    expect(movesWithTime(settlement)).toBe(moves);
  });
});
