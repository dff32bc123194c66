import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { BAR_SECONDS, type Bar } from '../model/bar.ts';
import { parseTime, timeText } from '../model/time.ts';

/** Unix seconds; bars that open at or after `start` and close by `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

export interface WindowFlags {
  readonly windowStart?: string | undefined;
  readonly windowEnd?: string | undefined;
}

/** @throws HARNESS_WINDOW for a time that does not parse */
export function parseWindow({ windowStart, windowEnd }: WindowFlags): Partial<Window> {
  const start = parsed('--window-start', windowStart);
  const end = parsed('--window-end', windowEnd);
  if (start !== undefined && end !== undefined && start >= end) {
    throw refused('--window-start is not before --window-end');
  }
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

/** The bars of a window, which must lie within them. @throws HARNESS_WINDOW */
export function barsWithin(bars: readonly Bar[], window: Partial<Window>): readonly Bar[] {
  const first = bars[0]?.ts ?? 0;
  const over = (bars.at(-1)?.ts ?? 0) + BAR_SECONDS;
  const { start = first, end = over } = window;
  if (start < first || end > over) {
    throw refused(`The window is not within the data, which is from ${timeText(first)} to ${timeText(over)}`);
  }
  const within = bars.filter(({ ts }) => ts >= start && ts + BAR_SECONDS <= end);
  if (within.length === 0) throw refused('The window holds no whole bar');
  return within;
}

function parsed(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseTime(text);
  if (seconds !== undefined) return seconds;
  throw refused(`${option} is no ISO 8601 UTC timestamp such as 2025-02-01T00:00:00Z`);
}

export function refused(detail: string): LaunchlensError<'HARNESS_WINDOW'> {
  return new LaunchlensError('HARNESS_WINDOW', { detail });
}
