import { define } from './definition.ts';

export const leaseErrors = {
  STORE_HELD: define<{ what: string; command: string; pid: number; host: string; since: string }>(
    ({ what, command, pid, host, since }) =>
      `The store's ${what} is held by \`${command}\` (process ${pid} on ${host}, since ${since}): stop it first, or use another store.`,
    { exit: 2 },
  ),
  LEASE_LAPSED: define<{ what: string }>(
    ({ what }) =>
      `The hold on the store's ${what} could not be renewed in time, so writing waits until it is.`,
    { retryable: true },
  ),
  LEASE_LOST: define<{ what: string; reason: string }>(
    ({ what, reason }) =>
      `The store's ${what} is no longer held by this process, so it stops writing: ${reason}.`,
  ),
};
