import { ok } from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NO_FEES } from '../../../core/rules/paper/portfolio.ts';
import { readRules } from '../../../harness/data/inputs.ts';
import { REFERENCE } from '../../../harness/model/parameters.ts';
import { addTo, createTotals } from '../../../harness/report/totals.ts';
import { type Journalist, runAgent } from '../../../harness/run.ts';
import { composite } from '../../../harness/strategy/composite/strategy.ts';
import { smaCrossover } from '../../../harness/strategy/sma.ts';
import type { Strategy } from '../../../harness/strategy/strategy.ts';
import { type BenchRow, median, withinLimit } from '../support/row.ts';
import { barsOf } from './bars.ts';
import { libraryRun } from './library.ts';
import { vectorised } from './vectorised.ts';

const BARS = Number(process.env.BENCH_HARNESS_BARS ?? 1_000_000);
/** The library takes its time, at a pace that does not depend on the number of bars. */
const LIBRARY_BARS = 20_000;
const ROUNDS = 3;
const SETTLED_AT = 100_000;
const MOST_KB = 1_024;

/** Costs are computed as always, but are zero: after so many fills, nothing would be left to trade with. */
const fees = NO_FEES;
const parameters = { ...REFERENCE, startingCapital: 10n ** 24n };
const PLAIN = {
  fast: REFERENCE.fast,
  slow: REFERENCE.slow,
  cooldown: REFERENCE.cooldownBars,
  capital: 1,
  costShare: 0,
  costPerFill: 0,
};

/** The agent with all its stages against a bare loop over arrays, and against a library for backtests. */
export async function benchHarness(): Promise<BenchRow[]> {
  const bars = barsOf(BARS);
  requireEqual(bars);
  const few = bars.ticks.subarray(0, LIBRARY_BARS);
  requireSimilar(few);
  const library = await speedOf(LIBRARY_BARS, () => libraryRun(few, REFERENCE));
  const plain = await speedOf(BARS, () => vectorised(bars.ticks, PLAIN));
  const rows: BenchRow[] = [];
  for (const [name, create] of [
    ['sma', () => smaCrossover(REFERENCE)],
    ['composite', () => composite(readRules())],
  ] as const) {
    const ours = await speedOf(BARS, () => run(bars, create()));
    const row = { name: `harness, ${name}`, ours, unit: 'bars/s' };
    rows.push({
      ...row,
      baseline: 'plain loop over arrays of doubles',
      theirs: plain,
      ratio: ours / plain,
      goal: undefined,
    });
    rows.push({ ...row, baseline: 'grademark', theirs: library, ratio: ours / library, goal: undefined });
    rows.push(memoryRow(name, bars, create()));
  }
  return rows;
}

function run(bars: ReturnType<typeof barsOf>, strategy: Strategy, more: readonly Journalist[] = []) {
  const totals = createTotals();
  const outcome = runAgent({
    bars,
    strategy,
    parameters,
    fees,
    journalists: [(entry) => addTo(totals, entry), ...more],
  });
  return { ...outcome, flips: totals.buys + totals.sells };
}

/** The same flips, and without costs the same gain to what doubles can hold. */
function requireEqual(bars: ReturnType<typeof barsOf>): void {
  const ours = run(bars, smaCrossover(REFERENCE));
  const theirs = vectorised(bars.ticks, PLAIN);
  ok(ours.flips === theirs.flips, `${ours.flips} flips and not ${theirs.flips}`);
  const gain = Number(ours.endingEquity) / Number(parameters.startingCapital);
  ok(Math.abs(gain / theirs.endingEquity - 1) < 1e-6, `a gain of ${gain} and not ${theirs.endingEquity}`);
}

/** The library knows no cooldown and fills at the next bar, so a trade at the end may be left open. */
function requireSimilar(ticks: Float64Array): void {
  const ours = Math.floor(vectorised(ticks, { ...PLAIN, cooldown: 0 }).flips / 2);
  const theirs = libraryRun(ticks, REFERENCE);
  ok(Math.abs(ours - theirs) <= ours * 0.05, `${ours} trades and not ${theirs}`);
}

async function speedOf(count: number, work: () => unknown): Promise<number> {
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    work();
    speeds.push((count * 1000) / (performance.now() - startedAt));
  }
  return median(speeds);
}

/** What is kept more at the last bar than at the hundred-thousandth, after a collection at each. */
function memoryRow(name: string, bars: ReturnType<typeof barsOf>, strategy: Strategy): BenchRow {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept: number[] = [];
  run(bars, strategy, [
    ({ i }) => {
      if (i !== SETTLED_AT && i !== BARS - 1) return;
      collect();
      kept.push(process.memoryUsage().heapUsed);
    },
  ]);
  const grown = Math.max(1, ((kept[1] ?? 0) - (kept[0] ?? 0)) / 1024);
  return withinLimit(
    `harness, ${name}, memory grown from bar ${SETTLED_AT} to ${BARS}`,
    'KB',
    grown,
    MOST_KB,
  );
}
