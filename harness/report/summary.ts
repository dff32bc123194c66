import { counted } from '../../core/kernel/counted.ts';
import type { ReportHead, ReportTail } from '../../schemas/harness/report.ts';
import { moneyText } from '../model/decimal.ts';
import { timeText } from '../model/time.ts';
import type { Totals } from './totals.ts';

/** The summary for the terminal. */
export function summaryText(head: ReportHead, tail: ReportTail, totals: Totals): string {
  const { parameters, data, fees } = head;
  const { consistency } = tail;
  const quote = parameters.quote;
  const end = data.last_ts + parameters.bar_seconds;
  const rows: readonly Row[] = [
    ['data', `${data.source}, ${data.bars} bars from ${timeText(data.first_ts)} to ${timeText(end)}`],
    ['', data.origin],
    ['', `sha256 ${data.sha256}`],
    ['', gapsText(data)],
    [
      'fees',
      `${fees.source}: technology ${fees.technology_fee_bps} bps, slippage ${fees.slippage_bps} bps, priority ${fees.priority_fee_quote} ${quote} a fill`,
    ],
    ['', fees.origin === undefined ? '' : `of ${fees.origin}, last changed ${fees.changed_at}`],
    ['equity', sparkline(totals.equity.values())],
    ['start', `${parameters.starting_capital} ${quote}`],
    ['end, net', `${tail.ending_equity} ${quote}, after every cost`],
    ['end, gross', `${tail.gross_ending_equity} ${quote}, the same positions without costs`],
    ...comparedRows(tail, quote),
    [
      'costs',
      `${tail.total_costs} ${quote}: technology ${moneyText(totals.technology)}, slippage ${moneyText(totals.slippage)}, priority ${moneyText(totals.priority)}`,
    ],
    ['trades', `${totals.buys} bought, ${totals.sells} sold`],
    [
      'consistency',
      `${scoreText(consistency)}: ${consistency.matched} of ${consistency.total} steps as planned`,
    ],
    ['', vetoesText(totals)],
  ];
  const lines = rows.filter(([, text]) => text !== '').map(([name, text]) => `  ${name.padEnd(13)}${text}\n`);
  return `${titleOf(head)}\n${lines.join('')}${tail.statement}\n`;
}

type Row = readonly [string, string];

/** The baseline, and the agent against it in each part of the bars. */
function comparedRows({ baseline, windows = [] }: ReportTail, quote: string): Row[] {
  if (baseline === undefined) return [];
  return [
    ['buy and hold', `${baseline.ending_equity} ${quote}, bought at the first close with the same costs`],
    ...windows.map(
      ({ first_ts, ending_equity, baseline_ending_equity }, index): Row => [
        index === 0 ? 'windows' : '',
        `from ${timeText(first_ts)}: ${ending_equity}, buy and hold ${baseline_ending_equity}`,
      ],
    ),
  ];
}

function gapsText({ filled_hours, starts_late_hours, ends_early_hours }: ReportHead['data']): string {
  return [
    filled_hours && `${counted(filled_hours, 'hour')} without a bar filled with the last close`,
    starts_late_hours && `the first bar is ${counted(starts_late_hours, 'hour')} after the window starts`,
    ends_early_hours && `the last bar is ${counted(ends_early_hours, 'hour')} before the window ends`,
  ]
    .filter(Boolean)
    .join('; ');
}

function titleOf({ strategy, parameters }: ReportHead): string {
  const { fast, slow, bar_seconds, cooldown_bars } = parameters;
  const what = strategy === 'sma' ? `SMA(${fast}) over SMA(${slow})` : 'composite by regime';
  return `Reference agent in paper mode: ${what}, bars of ${bar_seconds} s, cooldown of ${cooldown_bars} bars`;
}

const scoreText = ({ matched, total }: ReportTail['consistency']): string =>
  `${((matched / total) * 100).toFixed(2)} %`;

/** A mismatch is a guardrail at work, not a failure, and is described as such. */
function vetoesText({ vetoes }: Totals): string {
  return [...vetoes].map(([name, count]) => `the guardrail ${name} at work in ${count} steps`).join(', ');
}

const LEVELS = [...'▁▂▃▄▅▆▇█'];

/** A line of blocks from the lowest value to the highest, in integer arithmetic. */
function sparkline(values: readonly bigint[]): string {
  const [least = 0n, ...rest] = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const span = (rest.at(-1) ?? least) - least;
  const steps = BigInt(LEVELS.length - 1);
  return values.map((value) => LEVELS[span === 0n ? 0 : Number(((value - least) * steps) / span)]).join('');
}
