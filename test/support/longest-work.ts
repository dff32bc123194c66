import { watchLongest } from './watch-longest.ts';

/**
 * Watches how long this thread computes without a turn for others, in milliseconds. What other programs of the machine
 * take does not count, as it would by the clock.
 */
export function watchWork(): () => number {
  return watchLongest(worked);
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
