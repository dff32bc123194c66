import { describe, expect, test } from 'vitest';
import { readFixture } from '../../harness/data/inputs.ts';
import { createHistory } from '../../harness/view.ts';
import { barsClosingAt, withScrambledFuture } from './support/bars.ts';
import { loggedRun, STRATEGIES } from './support/runs.ts';

const { bars } = readFixture();
/** Both strategies first trade between these bars. */
const FIRST_TRADES = { from: 230, to: 350 };
/** Ends to try: a run costs as much as it has bars, so more are tried of short runs, and where trades begin. */
const ends = [
  ...between(1, 40),
  ...between(FIRST_TRADES.from, FIRST_TRADES.to, 3),
  ...between(400, bars.length, 197),
];

function between(first: number, last: number, step = 1): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

describe.each(Object.entries(STRATEGIES))('the first steps of a run of %s', (_, create) => {
  const whole = loggedRun({ bars, strategy: create() }).log;
  const upTo = (end: number) => ({
    steps: whole.steps.slice(0, end),
    trades: whole.trades.filter(({ i }) => i < end),
    equity_curve: whole.equity_curve.slice(0, end),
  });

  test('trade at all, or the proof would prove nothing', () => {
    expect(upTo(FIRST_TRADES.to).trades.length).toBeGreaterThan(2);
  });

  test('are the same byte for byte when the bars end with them', () => {
    const different = ends.filter((end) => {
      const { log } = loggedRun({ bars: bars.slice(0, end), strategy: create() });
      return JSON.stringify(log) !== JSON.stringify(upTo(end));
    });
    expect(different).toEqual([]);
  });

  test('are the same byte for byte when the future is another one', () => {
    const different = ends
      .filter((_end, index) => index % 3 === 0)
      .filter((end) => {
        const { log } = loggedRun({ bars: withScrambledFuture(bars, end), strategy: create() });
        const first = {
          steps: log.steps.slice(0, end),
          trades: log.trades.filter(({ i }) => i < end),
          equity_curve: log.equity_curve.slice(0, end),
        };
        return JSON.stringify(first) !== JSON.stringify(upTo(end));
      });
    expect(different).toEqual([]);
  });
});

describe('the view of a step', () => {
  const [first, second, third] = barsClosingAt(['1', '2', '3']);

  test('throws on any bar beyond its end', () => {
    const { view, append } = createHistory(2);
    append(first as never);
    append(second as never);
    expect(view.at(view.end)).toBe(second);
    expect(() => view.at(2)).toThrow(expect.objectContaining({ code: 'HARNESS_LOOK_AHEAD' }));
    append(third as never);
    expect(view.at(2)).toBe(third);
    expect(view.at(0)).toBe(first);
  });

  test('throws on a bar that it no longer keeps, rather than give another one', () => {
    const { view, append } = createHistory(1);
    for (const bar of [first, second, third]) append(bar as never);
    expect(() => view.at(0)).toThrow(expect.objectContaining({ code: 'HARNESS_BAR_GONE' }));
    expect(() => view.at(-1)).toThrow(expect.objectContaining({ code: 'HARNESS_BAR_GONE' }));
  });

  test('ends a run whose strategy looks ahead', () => {
    const peeking = { ...STRATEGIES.sma?.(), plan: () => 'flat' as const };
    const strategy = {
      name: 'peeking',
      lookback: 5,
      assess: (view: { end: number; at: (i: number) => unknown }) => view.at(view.end + 1),
    };
    expect(() => loggedRun({ bars, strategy: { ...peeking, ...strategy } })).toThrow(
      expect.objectContaining({ code: 'HARNESS_LOOK_AHEAD' }),
    );
  });
});
