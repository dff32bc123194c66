import { expect, test } from 'vitest';
import { createProgramStore } from '../../../api/read/programs/store.ts';
import type { Clock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { absent } from '../../support/absent.ts';
import { waitFor } from '../../support/wait-for.ts';
import { deskProgram } from './support/program-index.ts';

test('a store that is told of every checkpoint looks at once, and polls ten times less often', async () => {
  let looked = 0;
  const waits: number[] = [];
  const reader = {
    ...absent<OlapLane>('lane'),
    query: async () => {
      looked += 1;
      return [];
    },
  };
  const clock: Clock = {
    now: () => 0,
    sleep: (ms, signal) => {
      waits.push(ms);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('woken'))));
    },
  };
  const olap = { ...absent<Olap>('store'), reader };
  const store = createProgramStore({
    olap,
    clock,
    logger: createLogger('silent'),
    expected: {},
    program: deskProgram(),
  });
  const stop = new AbortController();
  const running = store.run(stop.signal);
  await waitFor(() => waits.length === 1, { what: 'the first wait' });
  store.nudge();
  await waitFor(() => waits.length === 2, { what: 'the second wait' });
  expect([looked, waits]).toEqual([2, [100, 1_000]]);
  stop.abort();
  await running;
});
