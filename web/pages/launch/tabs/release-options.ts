import { axis, type ChartColours, type ChartOptions } from '../../../charts/axis.ts';
import { drawRules } from '../../../charts/lines.ts';
import { inUtc, timeMarks } from '../../../charts/times.ts';
import { tooltip } from '../../../charts/tooltip.ts';

interface ReleaseTerms {
  readonly now: () => bigint | undefined;
  readonly textOf: (index: number) => string | undefined;
}

/** How the unlocked share grows. */
export function releaseOptions(colours: ChartColours, { now, textOf }: ReleaseTerms): ChartOptions {
  const rules = () => {
    const time = now();
    return time === undefined ? [] : [{ at: Number(time), along: 'x', colour: colours.info } as const];
  };
  return {
    tzDate: inUtc,
    // Room for half of the last label on the axis.
    padding: [null, 36, null, null],
    scales: { x: { time: true }, y: { range: [0, 105] } },
    axes: [
      axis(colours, { space: 90, values: timeMarks, label: 'Time (UTC)' }),
      axis(colours, {
        values: (_plot, splits) => splits.map((share) => `${share} %`),
        size: 56,
        label: 'Unlocked',
      }),
    ],
    series: [{}, { stroke: colours.accent, fill: colours.fill, width: 2, points: { show: false } }],
    plugins: [drawRules(rules), tooltip(textOf)],
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
  };
}
