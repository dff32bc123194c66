import { describe, expect, test } from 'vitest';
import { readFixture } from '../../harness/data/inputs.ts';
import { seriesOf } from '../../harness/data/series.ts';
import { evaluate } from '../../harness/evaluate.ts';
import { reportJson } from '../../harness/report/json.ts';
import { setupOf } from '../../harness/setup.ts';
import { type HarnessReport, harnessReport } from '../../schemas/harness/report.ts';

const evaluated = evaluate(setupOf({ series: readFixture() }), { whole: true });
const report: HarnessReport = harnessReport.parse(
  JSON.parse([...reportJson(evaluated.report as never)].join('')),
);

const micros = (text: string): bigint => BigInt(text.replace('.', ''));
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

describe('the report of the reference run', () => {
  test('has a gross figure that the same flips give without costs', () => {
    const { parameters, trades, steps } = report;
    let [cash, quantity] = [micros(parameters.starting_capital), 0n];
    for (const { side, price } of trades) {
      const [whole = '', fraction = ''] = price.split('.');
      const [numerator, denominator] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
      if (side === 'buy') [quantity, cash] = [(cash * 1000n * denominator) / numerator, 0n];
      else [cash, quantity] = [cash + (quantity * numerator) / (denominator * 1000n), 0n];
    }
    expect(quantity).toBe(0n);
    expect(steps.at(-1)?.executed).toBe('flat');
    expect(micros(report.gross_ending_equity)).toBe(cash);
  });

  test('reconciles with its trades to the last unit', () => {
    const { trades } = report;
    const flow = trades.map(({ side, notional, technology_fee, slippage, priority_fee, total_cost }) => {
      expect(micros(technology_fee) + micros(slippage) + micros(priority_fee)).toBe(micros(total_cost));
      return (side === 'sell' ? micros(notional) : -micros(notional)) - micros(total_cost);
    });
    expect(trades.length).toBeGreaterThan(20);
    expect(sum(trades.map(({ total_cost }) => micros(total_cost)))).toBe(micros(report.total_costs));
    expect(micros(report.parameters.starting_capital) + sum(flow)).toBe(micros(report.ending_equity));
    expect(report.equity_curve.at(-1)?.equity).toBe(report.ending_equity);
  });

  test('scores the agent by the steps that went as planned, and names the guardrail of every other', () => {
    const matched = report.steps.filter((step) => step.planned === step.executed);
    expect(report.consistency).toEqual({
      matched: matched.length,
      total: report.steps.length,
      score: matched.length / report.steps.length,
    });
    expect(report.steps.filter(({ veto }) => veto === 'cooldown').length).toBeGreaterThan(0);
    for (const { planned, executed, matched, veto } of report.steps) {
      expect(matched).toBe(planned === executed);
      expect(veto === null).toBe(matched);
    }
  });

  test('keeps the cooldown between any two flips', () => {
    const flips = report.trades.map(({ i }) => i);
    const shortest = Math.min(...flips.slice(1).map((i, index) => i - (flips[index] ?? 0)));
    expect(shortest).toBeGreaterThanOrEqual(report.parameters.cooldown_bars);
  });

  test('has its fields in the published order', () => {
    expect(Object.keys(report)).toEqual([
      ...['schema', 'strategy', 'parameters', 'data', 'fees', 'steps', 'trades', 'equity_curve'],
      ...[
        'ending_equity',
        'gross_ending_equity',
        'total_costs',
        'consistency',
        'baseline',
        'windows',
        'statement',
      ],
    ]);
  });
});

test('every step names its stages, and the baseline and the windows are runs of their own', () => {
  const bought = report.steps.find(({ executed }) => executed === 'long');
  expect(bought?.journal).toMatchObject({
    assess: 'fast average above slow',
    plan: 'long',
    execute: 'buy filled',
  });
  const [first, last] = [report.steps[0]?.close ?? '', report.steps.at(-1)?.close ?? ''];
  const held = (Number(report.parameters.starting_capital) * Number(last)) / Number(first);
  expect(Number(report.baseline?.ending_equity) / held).toBeCloseTo(0.9965, 3);
  const windows = report.windows ?? [];
  expect(windows.map(({ bars }) => bars)).toEqual([600, 600, 600, 600]);
  const last600 = seriesOf({ source: 'fixture', origin: 'a test' }, readFixture().bars.slice(-600));
  const alone = evaluate(setupOf({ series: last600 }), { whole: true }).report;
  expect(windows[3]).toMatchObject({
    ending_equity: alone?.ending_equity,
    baseline_ending_equity: alone?.baseline?.ending_equity,
  });
});

test('without a report nothing that grows with the bars is kept', () => {
  const { report: none, summary } = evaluate(setupOf({ series: readFixture() }), { whole: false });
  expect(none).toBeUndefined();
  expect(summary).toBe(evaluated.summary);
});
