import UPlot from 'uplot';
import { axis, type ChartColours, type ChartOptions } from '../../../charts/axis.ts';
import { drawRules } from '../../../charts/lines.ts';
import { tooltip } from '../../../charts/tooltip.ts';
import type { CurvePoint } from '../../../data/launch-shapes.ts';
import { grouped } from '../../../model/formats.ts';

interface CurveTerms {
  readonly minRaise: bigint;
  readonly maxRaise: bigint;
  readonly decimals: number;
  readonly unit: string;
  readonly textOf: (index: number) => string | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

/** How the raise grew, with its minimum and its maximum. */
export function curveOptions({ minRaise, maxRaise, decimals, unit, textOf, onPoint }: CurveTerms) {
  const scale = 10 ** decimals;
  const [least, most] = [Number(minRaise) / scale, Number(maxRaise) / scale];
  return (colours: ChartColours): ChartOptions => ({
    scales: {
      x: { time: false },
      // The minimum is always visible; the maximum once the raise comes near.
      y: {
        range: (_plot, _low, high) => [
          0,
          Math.max(high, least, high * Number(SIGHT) >= most ? most : 0) * 1.08 || 1,
        ],
      },
    },
    axes: [
      axis(colours, {
        values: (_plot, splits) => splits.map((slot) => grouped(Math.round(slot))),
        space: 90,
        label: 'Slot',
      }),
      axis(colours, {
        values: (_plot, splits) => splits.map(shortNumber),
        size: 56,
        label: `Raised, ${unit}`,
      }),
    ],
    series: [
      {},
      {
        stroke: colours.accent,
        fill: colours.fill,
        width: 2,
        points: { show: false },
        ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
      },
    ],
    plugins: [
      tooltip(textOf),
      drawRules(() => [
        ...(minRaise > 0n ? [{ at: least, along: 'y', colour: colours.warn, dash: [6, 4] } as const] : []),
        ...(maxRaise > 0n ? [{ at: most, along: 'y', colour: colours.quiet, dash: [6, 4] } as const] : []),
      ]),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    cursor: { drag: { x: false, y: false } },
  });
}

/** A maximum beyond this multiple would flatten the raise. */
const SIGHT = 3n;

export function maximumInSight(curve: readonly CurvePoint[], maxRaise: bigint): boolean {
  return maxRaise > 0n && (curve.at(-1)?.totalPledged ?? 0n) * SIGHT >= maxRaise;
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function shortNumber(value: number): string {
  return SHORT.format(value);
}
