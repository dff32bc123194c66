import { expect, test } from 'vitest';
import { followGate } from '../../../../api/actions/launch-gate/gate.ts';
import type { GateState, LaunchGate, Leg } from '../../../../api/state/launch-gate.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { absent } from '../../../support/absent.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

const leg = (name: string): Leg => ({ name, status: 'pending', note: '', updatedAt: 0 });
const state = (version: number, ...names: readonly string[]): GateState => ({
  version,
  legs: names.map(leg),
});

/** A gate whose store says what the test lets it say. */
async function following() {
  const clock = manualClock();
  const stats = { failures: 0 };
  const stop = new AbortController();
  let stored: () => GateState | Promise<GateState> = () => state(0);
  let tell: (changed: GateState) => void = () => undefined;
  const launchGate: LaunchGate = {
    read: async () => stored(),
    set: () => Promise.reject(absent('set')),
    remove: () => Promise.reject(absent('remove')),
    whenChanged: (listener) => {
      tell = listener;
      return () => undefined;
    },
  };
  const { reader, run } = await followGate(launchGate, stats);
  const running = run({ clock, logger: createLogger('silent'), signal: stop.signal });
  const asleep = () => waitFor(() => clock.sleepers === 1, { what: 'a look at the gate to end' });
  await asleep();
  return {
    stats,
    shown: async () => [reader.version, (await reader.legs()).map(({ name }) => name)],
    store: (next: typeof stored) => {
      stored = next;
    },
    tell: (changed: GateState) => tell(changed),
    clock,
    /** Waits as long as a look waits, until the next one has ended. */
    looks: async (afterMs = 1_000) => {
      clock.advance(afterMs);
      await asleep();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
}

test('what another process changed is shown a second later', async () => {
  await using gate = await following();
  expect(await gate.shown()).toEqual([0, []]);
  gate.store(() => state(1, 'legal'));
  expect(await gate.shown()).toEqual([0, []]);
  await gate.looks();
  expect(await gate.shown()).toEqual([1, ['legal']]);
});

test('what this process changed is shown at once, and an older answer of the store under way changes nothing', async () => {
  await using gate = await following();
  const { promise, resolve } = Promise.withResolvers<GateState>();
  gate.store(() => promise);
  gate.clock.advance(1_000);
  gate.tell(state(2, 'legal', 'audit'));
  expect(await gate.shown()).toEqual([2, ['legal', 'audit']]);
  // Two changes of this process may be told of in the other order.
  gate.tell(state(1, 'legal'));
  resolve(state(1, 'legal'));
  await waitFor(() => gate.clock.sleepers === 1, { what: 'the look to end' });
  expect(await gate.shown()).toEqual([2, ['legal', 'audit']]);
});

test('while the store cannot be read the legs stay, the failures are counted, and it goes on afterwards', async () => {
  await using gate = await following();
  gate.tell(state(1, 'legal'));
  gate.store(() => {
    throw new LaunchlensError('OLTP_CLOSED', {});
  });
  await gate.looks();
  await gate.looks(5_000);
  expect([await gate.shown(), gate.stats.failures]).toEqual([[1, ['legal']], 2]);
  gate.store(() => state(2));
  await gate.looks(5_000);
  expect(await gate.shown()).toEqual([2, []]);
});
