import { expect, test } from 'vitest';
import type { Stamp } from '../../../api/read/model.ts';
import { type FollowedIndex, notReady, slowestStamp } from '../../../api/rest/readiness.ts';
import { manualClock } from '../../support/manual-clock.ts';

const clock = manualClock(1_000_000);
const bounds = { lagSlots: 150, checkpointAgeMs: 60_000 };

function stampAt(slot: bigint, chainSlot: bigint): Stamp {
  return { slot, checkpoint: { slot, chainSlot, indexedAt: clock.now() } } as Stamp;
}

function index(program: string, stamp: Stamp | undefined, more: Partial<FollowedIndex> = {}): FollowedIndex {
  const status = stamp
    ? ({ phase: 'ready' } as const)
    : ({ phase: 'empty', reason: 'nothing has been indexed yet' } as const);
  return { program, store: { status, held: stamp && { stamp } }, ...more };
}

const READY = index('vault', stampAt(990n, 1_000n));
const ask = (...indexes: readonly FollowedIndex[]) => notReady({ indexes, clock, bounds });

test('several programs are ready once all of them are', async () => {
  expect(await ask(READY, index('pool', stampAt(1_000n, 1_000n)))).toBeUndefined();
  expect(await ask(READY, index('pool', undefined))).toMatchObject({
    code: 'loading',
    detail: expect.stringMatching(/^Program pool: .*nothing has been indexed yet/),
  });
  expect(await ask(READY, index('pool', stampAt(10n, 1_000n)))).toMatchObject({
    code: 'lagging',
    detail: expect.stringMatching(/^Program pool: /),
  });
  const different = { unrepaired: async () => ({ slot: 5n, differences: 2n }) };
  expect(await ask(READY, index('pool', stampAt(1_000n, 1_000n), different))).toMatchObject({
    code: 'different',
    detail: expect.stringMatching(/^Program pool: /),
  });
});

test('the numbers are those of the program that is furthest behind', () => {
  const pool = stampAt(2_000n, 2_090n);
  expect(slowestStamp([READY, index('pool', pool), index('new', undefined)])).toBe(pool);
  expect(slowestStamp([])).toBeUndefined();
});
