import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLastUsed } from '../../../../api/access/agents/last-used.ts';
import type { Use } from '../../../../api/state/credentials/credentials.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const logger = createLogger('silent');

test('uses are written in the background, once a minute each, and the last ones at the end', async () => {
  const clock = manualClock(0);
  const written: Use[] = [];
  const lastUsed = createLastUsed({
    credentials: { used: async (uses) => void written.push(...uses) },
    ...{ clock, logger },
  });
  const end = new AbortController();
  const running = lastUsed.run(end.signal);

  for (let call = 0; call < 5; call += 1) lastUsed.note('a');
  expect(written).toEqual([]);
  clock.advance(5_000);
  await turn();
  lastUsed.note('a');
  clock.advance(5_000);
  await turn();
  expect(written).toEqual([{ credentialId: 'a', at: 0 }]);

  clock.advance(50_000);
  await turn();
  lastUsed.note('a');
  lastUsed.note('b');
  end.abort();
  await running;
  expect(written.slice(1)).toEqual([
    { credentialId: 'a', at: 60_000 },
    { credentialId: 'b', at: 60_000 },
  ]);
});

test('a store that fails once does not end the noting', async () => {
  const clock = manualClock(0);
  const written: Use[] = [];
  let failing = true;
  const used = async (uses: readonly Use[]): Promise<void> => {
    if (failing) throw new Error('away');
    written.push(...uses);
  };
  const lastUsed = createLastUsed({ credentials: { used }, clock, logger });
  const end = new AbortController();
  const running = lastUsed.run(end.signal);
  lastUsed.note('a');
  clock.advance(5_000);
  await turn();
  failing = false;
  clock.advance(60_000);
  await turn();
  lastUsed.note('a');
  end.abort();
  await running;
  expect(written).toEqual([{ credentialId: 'a', at: 65_000 }]);
});
