import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFees, readFixture, type SourcedFees } from '../../harness/data/inputs.ts';
import { seriesOf } from '../../harness/data/series.ts';
import { evaluate } from '../../harness/evaluate.ts';
import type { Bar } from '../../harness/model/bar.ts';
import { type Parameters, REFERENCE } from '../../harness/model/parameters.ts';
import { reportJson } from '../../harness/report/json.ts';
import { setupOf } from '../../harness/setup.ts';
import { type HarnessReport, harnessReport } from '../../schemas/harness/report.ts';
import { barsClosingAt } from './support/bars.ts';
import { type Recomputed, recompute } from './support/recompute.ts';

/** The report as it is written, read again. */
function reportOf(bars: readonly Bar[], parameters: Parameters, charged: SourcedFees): HarnessReport {
  const series = seriesOf({ source: 'fixture', origin: 'a test' }, bars);
  const { report } = evaluate(setupOf({ series, parameters, charged }), { whole: true });
  return harnessReport.parse(JSON.parse([...reportJson(report as HarnessReport)].join('')));
}

/** What anyone finds who has the closes of a report, its parameters and its fee figures, and nothing else. */
function foundAgain({ steps, parameters, fees }: HarnessReport): Recomputed {
  return recompute({
    closes: steps.map(({ close }) => close),
    fast: parameters.fast,
    slow: parameters.slow,
    cooldown: parameters.cooldown_bars,
    capital: parameters.starting_capital,
    technologyBps: fees.technology_fee_bps,
    slippageBps: fees.slippage_bps,
    priority: fees.priority_fee_quote,
  });
}

/** Every step, every figure of every trade, every point of the curve and the totals, to the last unit. */
function expectFoundAgain(report: HarnessReport): Recomputed {
  const found = foundAgain(report);
  const steps = report.steps.map(({ planned, executed, veto }) => ({ planned, executed, veto }));
  const trades = report.trades.map(({ ts: _ts, price: _price, ...figures }) => figures);
  expect({
    steps,
    trades,
    equity: report.equity_curve.map(({ equity }) => equity),
    total_costs: report.total_costs,
    gross_ending_equity: report.gross_ending_equity,
  }).toEqual(found);
  expect(report.ending_equity).toBe(found.equity.at(-1));
  for (const { i, ts, price } of report.trades) {
    expect({ ts, price }).toEqual({ ts: report.steps[i]?.ts, price: report.steps[i]?.close });
  }
  return found;
}

type Given = Pick<Parameters, 'fast' | 'cooldownBars' | 'startingCapital'> & { readonly more: number };
type Fees = SourcedFees['fees'];

describe('anyone recomputes an SMA run from its closes and fee figures alone', () => {
  test('that of the whole fixture', () => {
    const found = expectFoundAgain(reportOf(readFixture().bars, REFERENCE, readFees()));
    expect(found.trades.length).toBeGreaterThan(50);
  });

  test('that of a window which ends long', () => {
    const report = reportOf(readFixture().bars.slice(0, 64), REFERENCE, readFees());
    expect(report.steps.at(-1)?.executed).toBe('long');
    expectFoundAgain(report);
  });

  const close = fc
    .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, places]) => {
      const text = String(digits).padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });
  /** Closes that stay near one another, so that averages meet, and ones from anywhere. */
  const closes = fc.oneof(
    fc.array(close, { minLength: 1, maxLength: 80 }),
    fc.array(fc.integer({ min: 990, max: 1_010 }).map(String), { minLength: 1, maxLength: 300 }),
  );
  const parameters: fc.Arbitrary<Given> = fc.record({
    fast: fc.integer({ min: 1, max: 8 }),
    more: fc.integer({ min: 1, max: 16 }),
    cooldownBars: fc.integer({ min: 0, max: 6 }),
    startingCapital: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 13n)),
  });
  const fees: fc.Arbitrary<Fees> = fc.record({
    technologyBps: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10_000n)),
    slippageBps: fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10_000n)),
    priority: fc.oneof(fc.bigInt(0n, 10_000n), fc.bigInt(0n, 10n ** 12n)),
  });

  /** Closes that turn with every bar: trades and cooldowns, and no trade where nothing can be paid. */
  const turning = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? '990' : '1010'));
  const cheap = { technologyBps: 10n, slippageBps: 5n, priority: 1_000n };
  const certain = [10n ** 13n, 0n].map((startingCapital): [string[], Given, Fees] => [
    turning,
    { fast: 1, more: 1, cooldownBars: 4, startingCapital },
    cheap,
  ]);

  test('those of random bars, parameters and fees', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(closes, parameters, fees, (closes, { more, ...given }, fees) => {
        const chosen = { ...REFERENCE, ...given, slow: given.fast + more };
        const found = expectFoundAgain(reportOf(barsClosingAt(closes), chosen, { source: 'locked', fees }));
        for (const { veto } of found.steps) seen.add(String(veto));
        for (const { side } of found.trades) seen.add(String(side));
      }),
      { numRuns: 100, examples: certain },
    );
    expect([...seen].sort()).toEqual(['buy', 'cooldown', 'insufficient_cash', 'null', 'sell']);
  });
});
