import { define } from './definition.ts';

export const leaseErrors = {
  STORE_HELD: define<{ what: string; command: string; pid: number; host: string; since: string }>(
    ({ what, command, pid, host, since }) =>
      `\`${command}\` (process ${pid} on ${host}, since ${since}) already holds the store's ${what}. Stop it first, or use another store.`,
    { exit: 2 },
  ),
  LEASE_LAPSED: define<{ what: string }>(
    ({ what }) =>
      `The lease on the store's ${what} was not renewed in time. Writing waits until it is renewed.`,
    { retryable: true },
  ),
  LEASE_LOST: define<{ what: string; reason: string }>(
    ({ what, reason }) =>
      `This process has lost the lease on the store's ${what} and stops writing: ${reason}.`,
  ),
};
