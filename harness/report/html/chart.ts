import { escapeHtml } from '../../../core/kernel/escape-html.ts';
import type { HarnessReport } from '../../../schemas/harness/report.ts';
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
export function chart({ title, unit, values }: Series, { steps, trades }: HarnessReport): string {
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
