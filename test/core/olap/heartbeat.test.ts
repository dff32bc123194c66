import pino from 'pino';
import { expect, test } from 'vitest';
import type { Claim, Claims } from '../../../core/olap/leases/claim.ts';
import { Heartbeat } from '../../../core/olap/leases/heartbeat.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

const times = { ttlMs: 20_000, marginMs: 5_000, renewMs: 4_000, pollMs: 500 };

test('a lease is renewed whatever fraction of a millisecond the machine has been up for', async () => {
  const written: string[] = [];
  const claims = {
    write: async ({ state }: Claim) => void written.push(state),
    read: async () => [],
  } as unknown as Claims;
  const clock = manualClock(0);
  // As `os.uptime()` gives it: 14,330 ms are left, and a trillionth.
  const elapsed = (): number => 16_869.999999998137;
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

test('a write that began before a renewal ends when the lease lapses after it', async () => {
  let [up, renewals, refused] = [0, 0, false];
  const claims = {
    write: async () => {
      if (refused) throw new Error('the store is away');
    },
    read: async () => {
      renewals += 1;
      return [];
    },
  } as unknown as Claims;
  const clock = manualClock(0);
  const pass = (milliseconds: number): void => {
    up += milliseconds;
    clock.advance(milliseconds);
  };
  const heartbeat = new Heartbeat(
    { claim: { epoch: 1n, step: 1n } as Claim, renewedAt: 0 },
    { claims, what: 'index', times, elapsed: () => up, clock, logger: pino({ level: 'silent' }) },
  );
  const writing = await heartbeat.held(undefined);
  await waitFor(() => pass(1_000) ?? renewals > 0, { what: 'the lease to be renewed' });
  expect(writing.aborted).toBe(false);
  refused = true;
  await waitFor(() => pass(1_000) ?? writing.aborted, { what: 'the lease to lapse' });
  expect(() => heartbeat.requireHeld()).toThrow(expect.objectContaining({ code: 'LEASE_LAPSED' }));
  await heartbeat.release();
});
