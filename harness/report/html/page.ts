import { escapeHtml } from '../../../core/kernel/html.ts';
import type { HarnessReport, ReportTrade } from '../../../schemas/harness/report.ts';
import { timeText } from '../../model/time.ts';

const WIDTH = 960;
const HEIGHT = 260;
const MARGIN = 6;
/** A screen cannot show more points than this; longer series are thinned out. */
const MOST_POINTS = 2_000;

const LEGEND = '<span class="buy">●</span> bought, <span class="sell">●</span> sold';

export interface Series {
  readonly title: string;
  readonly unit: string;
  /** Per bar; drawn from minimum to maximum. */
  readonly values: readonly number[];
}

/** A line over the bars with buys and sells, as inline SVG. */
function chart({ title, unit, values }: Series, { steps, trades }: HarnessReport): string {
  const scale = scaleOf(values);
  const points = values
    .map((value, i) => `${scale.x(i)},${scale.y(value)}`)
    .filter((_, i) => i % Math.ceil(values.length / MOST_POINTS) === 0 || i === values.length - 1);
  const marks = trades.map(({ i, ts, side, price }) => {
    const label = escapeHtml(`${timeText(ts)} ${side} at ${price}`);
    return `<circle class="${side}" cx="${scale.x(i)}" cy="${scale.y(values[i] ?? 0)}" r="3"><title>${label}</title></circle>`;
  });
  const [first, last] = [steps[0]?.ts ?? 0, steps.at(-1)?.ts ?? 0];
  return `<figure>
<figcaption>${escapeHtml(title)}: ${scale.least.toFixed(2)} to ${scale.greatest.toFixed(2)} ${escapeHtml(unit)}, ${timeText(first)} to ${timeText(last)}; ${LEGEND}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">
<polyline points="${points.join(' ')}"/>
${marks.join('\n')}
</svg>
</figure>
`;
}

function scaleOf(values: readonly number[]) {
  const least = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
  const greatest = values.reduce((a, b) => Math.max(a, b), least);
  const [width, height] = [WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN];
  const span = greatest - least || 1;
  return {
    least,
    greatest,
    x: (i: number) => (MARGIN + (width * i) / Math.max(1, values.length - 1)).toFixed(2),
    y: (value: number) => (MARGIN + height - (height * (value - least)) / span).toFixed(2),
  };
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff }
svg { width: 100%; background: #f6f8fa; border-radius: 6px }
polyline { fill: none; stroke: #2457a6; stroke-width: 1.5 }
.buy { fill: #1a7f47; color: #1a7f47 } .sell { fill: #b5402a; color: #b5402a }
figure { margin: 1.5rem 0 } figcaption { color: #57606a }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid #d8dee4 }
th:first-child, td:first-child { text-align: left }
.trades { font-size: 13px } .trades td { white-space: nowrap } .trades th, .trades td { padding: .2rem .3rem }
.statement { border-left: 4px solid #b08800; padding-left: .8rem }
code { overflow-wrap: anywhere }
`;

/** One self-contained page: the equity curve, the costs and every trade. */
export function* reportHtml(report: HarnessReport): Generator<string> {
  const quote = report.parameters.quote;
  yield head(report);
  const equity = report.equity_curve.map((point) => Number(point.equity));
  yield chart({ title: 'Equity after every cost', unit: quote, values: equity }, report);
  yield chart({ title: 'Costs so far', unit: quote, values: costsSoFar(report) }, report);
  yield figuresTable(report);
  yield* tradesTable(report);
  if (report.rules) yield `<h2>Rules</h2>\n<pre>${escapeHtml(JSON.stringify(report.rules, null, 2))}</pre>\n`;
  yield '</body>\n</html>\n';
}

function head({ strategy, statement }: HarnessReport): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Reference agent in paper mode: ${strategy}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Reference agent in paper mode: ${strategy}</h1>
<p class="statement">${escapeHtml(statement)}</p>
`;
}

/** Costs up to each bar; only for drawing, so doubles suffice. */
function costsSoFar({ steps, trades }: HarnessReport): number[] {
  const paid = new Map(trades.map(({ i, total_cost }) => [i, Number(total_cost)]));
  let sum = 0;
  return steps.map(({ i }) => {
    sum += paid.get(i) ?? 0;
    return sum;
  });
}

function figuresTable(report: HarnessReport): string {
  const { parameters, data, fees, consistency } = report;
  const quote = parameters.quote;
  const rows: readonly (readonly [string, string])[] = [
    ['Starting capital', `${parameters.starting_capital} ${quote}`],
    ['Ending equity, after every cost', `${report.ending_equity} ${quote}`],
    ['Ending equity of the same positions without costs', `${report.gross_ending_equity} ${quote}`],
    ['Costs', `${report.total_costs} ${quote}`],
    ['Technology fee', `${fees.technology_fee_bps} bps of each fill`],
    ['Slippage haircut', `${fees.slippage_bps} bps of each fill`],
    ['Priority fee, estimated', `${fees.priority_fee_quote} ${quote} a fill`],
    ['Fees from', fees.source],
    ['Steps as planned; the others are guardrails at work', `${consistency.matched} of ${consistency.total}`],
    ['Averages, cooldown', `${parameters.fast}, ${parameters.slow}, ${parameters.cooldown_bars} bars`],
    ['Bars', `${data.bars} of ${parameters.bar_seconds} s, ${data.source}`],
    ['Origin', data.origin],
    ['SHA-256 of the bars', data.sha256],
    ...comparedRows(report),
  ];
  const lines = rows.map(
    ([name, value]) => `<tr><td>${escapeHtml(name)}</td><td><code>${escapeHtml(value)}</code></td></tr>`,
  );
  return `<h2>Figures</h2>\n<table>\n${lines.join('\n')}\n</table>\n`;
}

/** The baseline, and what the data lacked; reports of earlier versions say neither. */
function comparedRows({ baseline, parameters, data }: HarnessReport): (readonly [string, string])[] {
  const gaps = [data.filled_hours, data.starts_late_hours, data.ends_early_hours];
  return [
    ...(baseline
      ? [['Buy and hold, same costs', `${baseline.ending_equity} ${parameters.quote}`] as const]
      : []),
    ...(gaps.some(Boolean)
      ? [['Hours filled, before the first bar, after the last', gaps.map((n) => n ?? 0).join(', ')] as const]
      : []),
  ];
}

const COLUMNS = [
  ...(['side', 'price', 'quantity', 'notional', 'technology_fee', 'slippage'] as const),
  ...(['priority_fee', 'total_cost', 'cash_after'] as const),
] satisfies readonly (keyof ReportTrade)[];

function* tradesTable({ trades }: HarnessReport): Generator<string> {
  const names = ['bar opened', ...COLUMNS].map((name) => `<th>${name.replaceAll('_', ' ')}</th>`);
  yield `<h2>Trades</h2>\n<table class="trades">\n<tr>${names.join('')}</tr>\n`;
  for (const trade of trades) {
    const cells = [timeText(trade.ts), ...COLUMNS.map((name) => trade[name])];
    yield `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield '</table>\n';
}
