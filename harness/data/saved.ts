import { z } from 'zod';
import { type Bar, barLine, malformed } from '../model/bar.ts';
import { parseJson } from './files.ts';
import { withoutGaps } from './gaps.ts';
import { CSV_HEAD, parseBars, type Series, seriesOf } from './series.ts';
import { barsWithin, type Window } from './window.ts';

/** Where bars came from: the first line of a saved file, so that a run over it writes the same report. */
const about = z.strictObject({
  source: z.enum(['fixture', 'live', 'given']),
  origin: z.string().max(300),
  start: z.int().optional(),
  end: z.int().optional(),
});
type About = z.output<typeof about>;
const MARK = '# ';

/** A series with its hours filled, and what it was made of. */
export interface SavedSeries extends Series {
  readonly saved: string;
}

/** @throws HARNESS_BARS_MALFORMED */
export function saveableSeries(from: About, received: readonly Bar[]): SavedSeries {
  const { source, origin, ...window } = from;
  const { bars, gaps } = withoutGaps(received, definedOf(window));
  const saved = `${MARK}${JSON.stringify(from)}\n${CSV_HEAD}${received.map(barLine).join('')}`;
  return { ...seriesOf({ source, origin }, bars, gaps), saved };
}

/** The frozen bars, or a window of them, as they are saved. */
export function savedFixture({ source, origin, bars }: Series): SavedSeries {
  return saveableSeries({ source, origin }, bars);
}

/** Bars from CSV, which a saved file's first line may precede. @throws HARNESS_BARS_MALFORMED, HARNESS_WINDOW */
export function readSaved(text: string, origin: string, window: Partial<Window> = {}): SavedSeries {
  const { from, csv } = split(text);
  const bars = parseBars(csv);
  if (from && Object.keys(window).length === 0) return saveableSeries(from, bars);
  const { source, origin: of } = from ?? { source: 'given' as const, origin };
  return saveableSeries({ source, origin: of, ...window }, barsWithin(bars, window));
}

/** The CSV of a saved file alone, so that whoever gives it cannot state where it is from. */
export const csvOf = (text: string): string => split(text).csv;

function split(text: string): { readonly from?: About; readonly csv: string } {
  if (!text.startsWith(MARK)) return { csv: text };
  const end = text.indexOf('\n');
  const fail = (detail: string): never => {
    throw malformed('line 1', detail);
  };
  const found = about.safeParse(parseJson(text.slice(MARK.length, end), fail));
  if (!found.success) return fail('it does not say where the bars are from');
  return { from: found.data, csv: text.slice(end + 1) };
}

function definedOf({ start, end }: Pick<About, 'start' | 'end'>): Partial<Window> {
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
