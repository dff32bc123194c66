import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { withRetries } from '../../core/kernel/retries.ts';
import { type SavedSeries, saveableSeries } from '../data/saved.ts';
import { refused, type Window } from '../data/window.ts';
import { BAR_SECONDS, type Bar, parseBar } from '../model/bar.ts';
import { askPage, hostOf, type Provider, readAnswer } from './provider.ts';

/** The most that the provider returns at once. */
const PAGE_BARS = 1_000;
const MOST_PAGES = 200;
const RETRIES = 4;

/**
 * The bars of a past window from a data provider, with hours that had no trades filled.
 * @throws HARNESS_WINDOW, HARNESS_BARS_MALFORMED, MARKET_DATA_*
 */
export async function fetchSeries(provider: Provider, window: Window): Promise<SavedSeries> {
  const [first, last] = hoursOf(window, provider.clock.now());
  const bars: Bar[] = [];
  for (let from = first; from <= last; from += PAGE_BARS * BAR_SECONDS) {
    const to = Math.min(last, from + (PAGE_BARS - 1) * BAR_SECONDS);
    bars.push(...(await pageOf(provider, from, to)));
  }
  const origin = `${hostOf(provider)}: hourly bars of ${provider.token} in US dollars`;
  return saveableSeries({ source: 'live', origin, start: first, end: last + BAR_SECONDS }, bars);
}

/** When the first and the last complete bar of the window open. An unfinished bar would still change. */
function hoursOf({ start, end }: Window, nowMs: number): readonly [number, number] {
  if (end * 1000 > nowMs) throw refused('--window-end is not over yet, and only bars that are closed count');
  const first = Math.ceil(start / BAR_SECONDS) * BAR_SECONDS;
  const last = Math.floor(end / BAR_SECONDS) * BAR_SECONDS - BAR_SECONDS;
  if (last < first) throw refused('The window holds no whole bar');
  if (last - first >= MOST_PAGES * PAGE_BARS * BAR_SECONDS) {
    throw refused(`The window holds more than ${MOST_PAGES * PAGE_BARS} bars`);
  }
  return [first, last];
}

async function pageOf(provider: Provider, from: number, to: number): Promise<Bar[]> {
  const body = await withRetries(() => askPage(provider, from, to), {
    clock: provider.clock,
    retries: RETRIES,
    askedFor: (error) =>
      isLaunchlensError(error, 'MARKET_DATA_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0,
    ...(provider.random && { random: provider.random }),
  });
  const bars = readAnswer(hostOf(provider), body).map((text) => parseBar(text, `the bar of ${text.ts}`));
  // Some answers exceed the requested hours; gaps and duplicates among these are handled later.
  return bars.filter(({ ts }) => ts >= from && ts <= to).sort((a, b) => a.ts - b.ts);
}
