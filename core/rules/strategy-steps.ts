/**
 * When the step after one is due: the first time of the plan's own schedule that is still to come. What was missed is
 * left out, never made up for in a burst: one late step, and then the schedule again. Times are Unix milliseconds.
 */
export function nextStepDue(due: number, now: number, intervalMs: number): number {
  const missed = Math.max(0, Math.floor((now - due) / intervalMs));
  return due + (missed + 1) * intervalMs;
}

/** When the first step after a start is due: at once, but never sooner after the last one than an interval. */
export function stepDueAtStart(last: number | undefined, now: number, intervalMs: number): number {
  return last === undefined ? now : Math.max(now, last + intervalMs);
}
