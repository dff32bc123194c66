import { createHash } from 'node:crypto';
import { BAR_SECONDS, type Bar, barLine, malformed, parseBar } from '../model/bar.ts';
import { timeText } from '../model/time.ts';
import { type Gaps, NO_GAPS } from './gaps.ts';

export const CSV_HEAD = 'ts,open,high,low,close,volume\n';

/** Bars of a run, and their description in the report. */
export interface Series {
  readonly source: 'fixture' | 'live' | 'given';
  readonly origin: string;
  readonly bars: readonly Bar[];
  readonly sha256: string;
  readonly gaps: Gaps;
}

export function seriesOf(
  about: Pick<Series, 'source' | 'origin'>,
  bars: readonly Bar[],
  gaps: Gaps = NO_GAPS,
): Series {
  requireEveryHour(bars);
  return { ...about, bars, sha256: digestOf(bars), gaps };
}

/** SHA-256 of the bars as CSV; for the whole fixture it is that of its file. */
function digestOf(bars: readonly Bar[]): string {
  const hash = createHash('sha256').update(CSV_HEAD);
  for (const bar of bars) hash.update(barLine(bar));
  return hash.digest('hex');
}

/** @throws HARNESS_BARS_MALFORMED at the first hour that is missing, duplicated or out of order */
function requireEveryHour(bars: readonly Bar[]): void {
  for (const [index, { ts }] of bars.entries()) {
    const before = bars[index - 1];
    if (!before) continue;
    const expected = before.ts + BAR_SECONDS;
    if (ts === before.ts) throw malformed(timeText(ts), 'the hour is there twice');
    if (ts < before.ts) throw malformed(timeText(ts), 'the bars are not in order of time');
    if (ts > expected) throw malformed(timeText(expected), 'the hour is missing');
  }
}

/** Bars from CSV, one per line. @throws HARNESS_BARS_MALFORMED, which names the line */
export function parseBars(text: string): Bar[] {
  if (!text.startsWith(CSV_HEAD)) throw malformed('line 1', `the first line is not ${CSV_HEAD.trim()}`);
  const lines = text.slice(CSV_HEAD.length).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const where = `line ${index + 2}`;
    const [ts = '', open = '', high = '', low = '', close = '', volume = '', ...more] = line.split(',');
    if (more.length > 0) throw malformed(where, 'there are more than six fields');
    return parseBar({ ts, open, high, low, close, volume }, where);
  });
}
