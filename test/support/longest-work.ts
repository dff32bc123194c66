const TICK_MS = 2;

/**
 * Watches how long this thread computes without a turn for others, in milliseconds. What other programs of the machine
 * take does not count, as it would by the clock.
 */
export function watchWork(): () => number {
  let last = worked();
  let longest = 0;
  const note = (): void => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, TICK_MS);
  return () => {
    clearInterval(timer);
    note();
    return longest;
  };
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
