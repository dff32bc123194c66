import { BAR_SECONDS, type Bar, parseBar } from '../../../harness/model/bar.ts';

const FIRST = 1_735_689_600;

/** Bars that close at these prices, one an hour, with room above and below. */
export function barsClosingAt(closes: readonly string[], first: number = FIRST): Bar[] {
  return closes.map((close, index) => {
    const ts = String(first + index * BAR_SECONDS);
    return parseBar({ ts, open: close, high: close, low: close, close, volume: '1' }, ts);
  });
}

/** The bars after `from` in another order of their prices, each at its own time: another future. */
export function withScrambledFuture(bars: readonly Bar[], from: number): Bar[] {
  const future = bars.slice(from).reverse();
  return bars.map((bar, index) => (index < from ? bar : { ...(future[index - from] ?? bar), ts: bar.ts }));
}
