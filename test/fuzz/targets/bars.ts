import { PRICE_PLACES } from '../../../core/rules/paper/units.ts';
import { CSV_HEAD, parseBars, type Series, seriesOf } from '../../../harness/data/series.ts';
import { evaluate } from '../../../harness/evaluate.ts';
import { type Bar, barLine } from '../../../harness/model/bar.ts';
import { REFERENCE } from '../../../harness/model/parameters.ts';
import { setupOf } from '../../../harness/setup.ts';
import { harnessReport } from '../../../schemas/harness/report.ts';
import { recompute } from '../../harness/support/recompute.ts';
import { validBars, type WrittenBar } from '../support/bars.ts';
import { mutated } from '../support/mutate.ts';
import { saysExactly } from '../support/naive-decimal.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const PARAMETERS = { ...REFERENCE, fast: 2, slow: 5 };
const FEES = { technologyBps: 25n, slippageBps: 10n, priority: 2_000n };
const ODD_NUMBERS = ['NaN', '-0', '0', '1e999', '1e30', '1e-31', '', ' 1', '0x1', '1e3', '.5', '5.', '٣'];
const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Files of bars: each bar as it is written, every hour once, and a run over them whose figures anyone finds again. */
export const bars: FuzzTarget = {
  name: 'bars',
  feeds: 'CSV files of bars to their reader, and what it takes to a run of the reference agent',
  share: 0.05,
  good: 'run',
  start: () => ({
    feed: (random) => {
      const text = csvOf(random);
      const read = accepted(
        () => seriesOf({ source: 'fixture', origin: 'x' }, parseBars(text)),
        ['HARNESS_BARS_MALFORMED'],
      );
      if ('refused' in read) return read.refused;
      holdWritten(text, read.value.bars);
      if (read.value.bars.length === 0) return 'empty';
      holdRun(read.value);
      return 'run';
    },
  }),
};

function csvOf(random: Random): string {
  const given = validBars(random.below(40), random).map((bar) =>
    random.once(60) ? oddBar(bar, random) : bar,
  );
  if (random.once(20)) given.splice(random.below(given.length), 1);
  const lines = given.map((bar) => `${[bar.ts, ...FIELDS.map((field) => bar[field])].join(',')}\n`);
  const text = CSV_HEAD + lines.join('');
  return random.once(3) ? mutated(Buffer.from(text), random).toString() : text;
}

function oddBar(bar: WrittenBar, random: Random): WrittenBar {
  if (random.once(4)) return { ...bar, ts: bar.ts + random.pick([-3_600, 3_600, 1, -1]) };
  return { ...bar, [random.pick(FIELDS)]: random.pick(ODD_NUMBERS) };
}

/** What was read is what the lines say, and can be run on. */
function holdWritten(text: string, given: readonly Bar[]): void {
  const lines = text.slice(CSV_HEAD.length).split('\n').filter(Boolean);
  hold(lines.length === given.length, 'every line is a bar', () => text);
  for (const [index, bar] of given.entries()) {
    const [ts, ...fields] = (lines[index] ?? '').split(',');
    hold(
      ts !== undefined && Number(ts) === bar.ts && bar.ts % 3_600 === 0,
      'the hour is kept',
      () => lines[index],
    );
    for (const [place, field] of FIELDS.entries()) {
      hold(
        saysExactly(fields[place] ?? '', bar[field], PRICE_PLACES),
        `${field} is kept`,
        () => lines[index],
      );
    }
    const inOrder = bar.low > 0n && bar.low <= bar.high && bar.volume >= 0n;
    hold(inOrder && bar.ts === (given[0] as Bar).ts + index * 3_600, 'bars agree', () => lines[index]);
    const numbers = [bar.highNumber, bar.lowNumber, bar.closeNumber, bar.volumeNumber];
    hold(numbers.every(Number.isFinite), 'indicators get numbers', () => lines[index]);
  }
  const again = parseBars(CSV_HEAD + given.map(barLine).join(''));
  hold(JSON.stringify(again.map(barLine)) === JSON.stringify(given.map(barLine)), 'one spelling', () => text);
}

function holdRun(series: Series): void {
  const charged = { source: 'locked' as const, fees: FEES };
  const { report, summary } = evaluate(setupOf({ series, parameters: PARAMETERS, charged }), { whole: true });
  const { steps, equity_curve, gross_ending_equity } = harnessReport.parse(report);
  const found = recompute({
    ...{ closes: steps.map(({ close }) => close), fast: 2, slow: 5, cooldown: 4, capital: '10000.000000' },
    ...{ technologyBps: 25, slippageBps: 10, priority: '0.002' },
  });
  const equal =
    equity_curve.every(({ equity }, i) => equity === found.equity[i]) &&
    gross_ending_equity === found.gross_ending_equity;
  hold(equal, 'anyone finds the same figures', () => steps);
  hold(!/NaN|undefined|Infinity/.test(summary), 'the summary says figures', () => summary);
}
