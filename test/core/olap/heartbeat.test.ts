import pino from 'pino';
import { expect, test } from 'vitest';
import type { Claim, Claims } from '../../../core/olap/leases/claim.ts';
import { Heartbeat } from '../../../core/olap/leases/heartbeat.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

test('a lease is renewed whatever fraction of a millisecond the machine has been up for', async () => {
  const written: string[] = [];
  const claims = {
    write: async ({ state }: Claim) => void written.push(state),
    read: async () => [],
  } as unknown as Claims;
  const clock = manualClock(0);
  // As `os.uptime()` gives it: 14,330 ms are left, and a trillionth.
  const elapsed = (): number => 16_869.999999998137;
  const times = { ttlMs: 20_000, marginMs: 5_000, renewMs: 4_000, pollMs: 500 };
  const claim = { epoch: 1n, step: 1n } as Claim;
  const heartbeat = new Heartbeat(
    { claim, renewedAt: 16_200 },
    { claims, what: 'index', times, elapsed, clock, logger: pino({ level: 'silent' }) },
  );
  await waitFor(
    () => {
      clock.advance(1_000);
      return written.includes('held');
    },
    { what: 'the lease to be renewed' },
  );
  expect(heartbeat.lost.aborted).toBe(false);
  await heartbeat.release();
});
