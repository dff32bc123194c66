import type { PlacedRow } from './rows.ts';

/** How far a sender's clock may be ahead of ours. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * The row, unless it is in the future. A payment dated ahead would end the review of its record, and a price
 * dated ahead would outlast all later ones.
 * @param now milliseconds since the Unix epoch
 */
export function asOfNow(row: PlacedRow, now: number): PlacedRow {
  const { line, event } = row;
  if (!event || event.at <= now + CLOCK_TOLERANCE_MS) return row;
  const clock = new Date(now).toISOString();
  return {
    line,
    fault: `at lies in the future: it is ${clock} here, and ${CLOCK_TOLERANCE_MS / 1000} seconds are allowed`,
  };
}
