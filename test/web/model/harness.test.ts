import { describe, expect, test } from 'vitest';
import type { HarnessReport } from '../../../schemas/harness/report.ts';
import { exampleReport } from '../../../scripts/example-report.ts';
import { commandOf, needsOf } from '../../../web/model/harness/command.ts';
import {
  changeText,
  countBy,
  figuresOf,
  groupedDecimal,
  moneyText,
  shareText,
} from '../../../web/model/harness/figures.ts';
import { readReport } from '../../../web/model/harness/read.ts';
import { reportText } from '../../harness/support/report-text.ts';

const EXAMPLE = exampleReport();

type Changeable = { -readonly [Part in keyof HarnessReport]: HarnessReport[Part] };

/** The example with something else in it. */
function changed(change: (report: Changeable) => void): string {
  const report = JSON.parse(EXAMPLE) as Changeable;
  change(report);
  return JSON.stringify(report);
}

const EXAMPLE_REPORT = JSON.parse(EXAMPLE) as HarnessReport;

describe('a file that is opened', () => {
  test.each(['sma', 'composite'] as const)('is drawn where it is a report of %s', (strategy) => {
    const { report, wrong } = readReport(reportText(strategy));
    expect(wrong).toBeUndefined();
    expect(report?.strategy).toBe(strategy);
  });

  test.each([
    ['nothing', '', 'not JSON'],
    ['half a report', EXAMPLE.slice(0, 5_000), 'not JSON'],
    ['JSON of something else', '{"launches":[]}', 'has no schema'],
    ['a list', '[1,2]', 'has no schema'],
    ['a report of another version', '{"schema":"launchlens.harness-report.v2"}', 'harness-report.v2'],
    ['money with other digits', changed((report) => (report.total_costs = '1.5')), 'field total_costs'],
    ['another statement', changed((report) => (report.statement = 'Buy.' as never)), 'field statement'],
  ])('is refused where it is %s', (_, text, reason) => {
    const { report, wrong } = readReport(text);
    expect(report).toBeUndefined();
    expect(wrong).toContain(reason);
  });

  const firstOf = <Item>(items: readonly Item[], change: Partial<Item>): Item[] =>
    items.map((item, index) => (index === 0 ? { ...item, ...change } : item));
  const oneMore = (money: string) => money.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

  test.each<[string, (report: Changeable) => void, string]>([
    ['a better end', (report) => (report.ending_equity = '99999.000000'), 'its ending equity is given as'],
    [
      'a better end without costs',
      (report) => (report.gross_ending_equity = oneMore(report.gross_ending_equity)),
      'its ending equity without costs is given as',
    ],
    [
      'a point of equity that is a unit higher',
      (report) =>
        (report.equity_curve = report.equity_curve.map((point, i) =>
          i === 700 ? { ...point, equity: oneMore(point.equity) } : point,
        )),
      'the equity of step 700',
    ],
    ['smaller costs', (report) => (report.total_costs = '0.000000'), 'do not add up to those of its trades'],
    ['a trade less', (report) => (report.trades = report.trades.slice(1)), 'trade 0 is not the buy at'],
    ['its last trade missing', (report) => (report.trades = report.trades.slice(0, -1)), 'is not among its'],
    [
      'a trade more',
      (report) => (report.trades = [...report.trades, ...report.trades.slice(-1)]),
      'belongs to no step',
    ],
    ['a step less', (report) => (report.steps = report.steps.slice(1)), '1080 bars, 1079 steps'],
    [
      'another count of steps as planned',
      (report) => (report.consistency = { ...report.consistency, matched: 1_080 }),
      'steps went as planned',
    ],
    [
      'a better score',
      (report) => (report.consistency = { ...report.consistency, score: 1 }),
      'its score is not the share',
    ],
    [
      'a position that no trade led to',
      (report) => (report.steps = firstOf(report.steps, { executed: 'long', planned: 'long' })),
      'trade 0 is not the buy at the close of bar 0',
    ],
    [
      'a guardrail that did not hold it back',
      (report) => (report.steps = firstOf(report.steps, { veto: 'cooldown' })),
      'step 0 results in flat, not flat by the guardrail cooldown',
    ],
    [
      'a price of no bar',
      (report) => (report.trades = report.trades.map((trade) => ({ ...trade, price: '1' }))),
      'trade 0 is not the buy at the close',
    ],
    [
      'more of the asset than was paid for',
      (report) => (report.trades = firstOf(report.trades, { quantity: '9.000000000' })),
      'the quantity of trade 0',
    ],
    [
      'a close of nothing',
      (report) => (report.steps = firstOf(report.steps, { close: '0.0' })),
      'not a valid price',
    ],
    [
      'lower rates than it was charged by',
      (report) => (report.fees = { ...report.fees, technology_fee_bps: 1 }),
      'of trade 0 is given as',
    ],
    [
      'costs that are none',
      (report) => (report.trades = report.trades.map((trade) => ({ ...trade, slippage: '0.000000' }))),
      'the slippage of trade 0 is given as 0.000000',
    ],
    [
      'another window',
      (report) => (report.data = { ...report.data, last_ts: report.data.last_ts + 3_600 }),
      'do not span the times',
    ],
  ])('is refused where it has %s', (_, change, reason) => {
    const { wrong } = readReport(changed(change));
    expect(wrong).toMatch(/^It contradicts itself/);
    expect(wrong).toContain(reason);
  });
});

describe('the figures of a report', () => {
  test('are those of the harness, to the last unit', () => {
    const { start, end, gross, costs, rounds, held, drawdown } = figuresOf(EXAMPLE_REPORT);
    expect([start, end, gross]).toEqual([10_000_000_000n, 9_685_132_328n, 11_297_719_848n]);
    expect(costs).toEqual({
      technology: 1_164_464_780n,
      slippage: 465_785_922n,
      priority: 88_000n,
      total: 1_630_338_702n,
    });
    expect(rounds).toMatchObject({ closed: 22, open: false });
    expect(held).toBe(EXAMPLE_REPORT.steps.filter(({ executed }) => executed === 'long').length);
    // By doubles, another way: good enough to see that it is the same fall.
    const curve = EXAMPLE_REPORT.equity_curve.map(({ equity }) => Number(equity));
    const worst = Math.min(
      ...curve.map((value, index) => value / Math.max(...curve.slice(0, index + 1)) - 1),
    );
    expect(Number(drawdown?.fall) / Number(drawdown?.peak)).toBeCloseTo(-worst, 9);
  });

  test('have no drawdown where equity never fell, and no round where nothing was bought', () => {
    const flat = EXAMPLE_REPORT.equity_curve.map((point) => ({ ...point, equity: '10.000000' }));
    const figures = figuresOf({ ...EXAMPLE_REPORT, trades: [], equity_curve: flat });
    expect(figures.drawdown).toBeUndefined();
    expect(figures.rounds).toEqual({ closed: 0, ahead: 0, open: false });
  });

  test('count what was so, the most frequent first', () => {
    expect(countBy(['a', 'b', 'b', null], (name) => name)).toEqual([
      { name: 'b', count: 2 },
      { name: 'a', count: 1 },
    ]);
  });

  test('are written with every digit', () => {
    expect(moneyText(-1_234_567_890n)).toBe('-1,234.567890');
    expect(moneyText(-5n)).toBe('-0.000005');
    expect(changeText(5n)).toBe('+0.000005');
    expect(groupedDecimal('-0.500000')).toBe('-0.500000');
    expect(groupedDecimal('1234567.25')).toBe('1,234,567.25');
    expect(shareText(-314_867_672n, 10_000_000_000n)).toBe('-3.14 %');
    expect(shareText(1n, 3n, { change: true })).toBe('+33.33 %');
    expect(shareText(1n, 0n)).toBe('–');
  });
});

describe('the command that makes a report again', () => {
  test('names its window, which gives the very same report', () => {
    expect(commandOf(EXAMPLE_REPORT)).toBe(
      'npm run harness -- --window-start 2025-01-01T00:00:00Z --window-end 2025-02-15T00:00:00Z --out report.json',
    );
    expect(needsOf(EXAMPLE_REPORT)).toEqual([]);
  });

  test('says what it takes beside itself', () => {
    const report = {
      ...EXAMPLE_REPORT,
      strategy: 'composite',
      data: { ...EXAMPLE_REPORT.data, source: 'live' },
      fees: { ...EXAMPLE_REPORT.fees, source: 'live' },
    } as const;
    expect(commandOf(report)).toContain('--data-source live');
    expect(commandOf(report)).toContain('--live-fees');
    expect(needsOf(report).length).toBe(3);
  });
});
