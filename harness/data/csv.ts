import { type Bar, malformed, parseBar } from '../model/bar.ts';
import { CSV_HEAD } from './series.ts';

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
