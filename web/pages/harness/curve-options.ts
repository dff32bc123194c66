import { axis, type ChartColours, type ChartOptions } from '../../charts/axis.ts';
import { drawMarks, drawRules } from '../../charts/lines.ts';
import { inUtc, timeMarks } from '../../charts/times.ts';
import { tooltip } from '../../charts/tooltip.ts';

/** Charts of one group show the same moment under their cursors. */
const TOGETHER = 'harness report';

interface Pointing {
  readonly setUnder: (index: number | undefined) => void;
  readonly textOf: (index: number) => string | undefined;
}

export interface EquityTerms extends Pointing {
  readonly start: number;
  readonly quote: string;
  readonly flips: readonly { readonly x: number; readonly y: number; readonly side: 'buy' | 'sell' }[];
}

export function equityOptions({ start, quote, flips, setUnder, textOf }: EquityTerms) {
  return (colours: ChartColours): ChartOptions => ({
    ...shared(colours, { setUnder, text: compact, title: `Equity, ${quote}` }),
    scales: { y: { range: (_plot, low, high) => padded(Math.min(low, start), Math.max(high, start)) } },
    series: [{}, { stroke: colours.accent, width: 2, points: { show: false } }],
    plugins: [
      tooltip(textOf),
      drawRules(() => [{ at: start, along: 'y', colour: colours.quiet, dash: [6, 4] }]),
      drawMarks(
        () =>
          flips.map(({ x, y, side }) => ({
            x,
            y,
            ...(side === 'buy'
              ? ({ colour: colours.info, points: 'up' } as const)
              : ({ colour: colours.warn, points: 'down' } as const)),
          })),
        colours.card,
      ),
    ],
  });
}

export function drawdownOptions({ setUnder, textOf }: Pointing) {
  return (colours: ChartColours): ChartOptions => ({
    ...shared(colours, { setUnder, text: (value) => `${value} %`, title: 'Below peak' }),
    plugins: [tooltip(textOf)],
    scales: { y: { range: (_plot, low) => [Math.min(low * 1.1, -1), 0] } },
    series: [
      {},
      { stroke: colours.bad, fill: colours.badFill, fillTo: 0, width: 1.5, points: { show: false } },
    ],
  });
}

interface Shared extends Pick<Pointing, 'setUnder'> {
  readonly text: (value: number) => string;
  readonly title: string;
}

function shared(colours: ChartColours, { setUnder, text, title }: Shared) {
  return {
    tzDate: inUtc,
    axes: [
      axis(colours, { space: 80, values: timeMarks, label: 'Time (UTC)' }),
      axis(colours, { values: (_, splits) => splits.map(text), size: 62, label: title }),
    ],
    hooks: { setCursor: [({ cursor }) => setUnder(cursor.idx ?? undefined)] },
    cursor: { drag: { x: false, y: false }, sync: { key: TOGETHER } },
  } satisfies Partial<ChartOptions>;
}

function padded(low: number, high: number): [number, number] {
  const room = (high - low) * 0.08 || 1;
  return [low - room, high + room];
}

const COMPACT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const compact = (value: number): string => COMPACT.format(value);
