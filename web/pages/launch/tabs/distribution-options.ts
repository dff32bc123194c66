import UPlot from 'uplot';
import { axis, type ChartColours, type ChartOptions } from '../../../charts/axis.ts';
import { tooltip } from '../../../charts/tooltip.ts';
import { grouped } from '../../../model/formats.ts';

interface BarTerms {
  readonly edges: readonly string[];
  readonly unit: string;
  readonly textOf: (index: number) => string | undefined;
  readonly onBar: (index: number | undefined) => void;
}

/** A label has room for about this many pixels. */
const LABEL_WIDTH = 64;

/** How many pledges lie in each range of amounts. */
export function barOptions({ edges, unit, textOf, onBar }: BarTerms) {
  const bars = edges.length - 1;
  return (colours: ChartColours): ChartOptions => ({
    scales: {
      x: { time: false, range: [-0.5, bars - 0.5] },
      y: { range: (_plot, _low, high) => [0, high * 1.08 || 1] },
    },
    axes: [
      axis(colours, {
        label: `Size of the pledge, ${unit}`,
        // A label at an edge between two bars, and as many of them as have room.
        splits: (plot) => {
          const every = Math.max(1, Math.ceil((edges.length * LABEL_WIDTH) / Math.max(plot.width - 60, 1)));
          return edges.flatMap((_, index) => (index % every === 0 ? [index - 0.5] : []));
        },
        values: (_plot, splits) => splits.map((place) => edges[place + 0.5] ?? ''),
        grid: { show: false },
      }),
      axis(colours, {
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000, 1_000_000],
        values: (_plot, splits) => splits.map((count) => grouped(count)),
        size: 48,
        label: 'Pledges',
      }),
    ],
    series: [
      {},
      {
        stroke: colours.accent,
        fill: colours.accent,
        width: 0,
        points: { show: false },
        ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.85], radius: 0.15 }) }),
      },
    ],
    plugins: [tooltip(textOf)],
    hooks: { setCursor: [({ cursor }) => onBar(cursor.idx ?? undefined)] },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
  });
}
