const TICK_MS = 2;

/** Watches for the longest step of `now` between two turns of this thread, in milliseconds; ends when it is asked for. */
export function watchLongest(now: () => number): () => number {
  let last = now();
  let longest = 0;
  const note = (): void => {
    const at = now();
    longest = Math.max(longest, at - last);
    last = at;
  };
  const timer = setInterval(note, TICK_MS);
  return () => {
    clearInterval(timer);
    note();
    return longest;
  };
}

/** The step by the clock of a thread that is idle. */
export const IDLE_STEP_MS = TICK_MS;
