/**
 * When the next step is due: the first future time of the plan's schedule. Missed steps are skipped, never made
 * up in a burst: one late step, then the schedule again. Times are Unix milliseconds.
 */
export function nextStepDue(due: number, now: number, intervalMs: number): number {
  const missed = Math.max(0, Math.floor((now - due) / intervalMs));
  return due + (missed + 1) * intervalMs;
}

/** When the first step after a start is due: immediately, but at least an interval after the last one. */
export function stepDueAtStart(last: number | undefined, now: number, intervalMs: number): number {
  return last === undefined ? now : Math.max(now, last + intervalMs);
}
