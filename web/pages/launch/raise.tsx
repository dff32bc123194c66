import { useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { axis, Chart, type ChartColours, type ChartOptions } from '../../charts/chart.tsx';
import { drawRules } from '../../charts/lines.ts';
import { tooltip } from '../../charts/tooltip.ts';
import type { CurvePoint } from '../../data/launch-shapes.ts';
import { calendar, formatCount, grouped, seconds, shortUnits, unitOf } from '../../model/formats.ts';
import { curveEnd } from '../../model/launch.ts';
import { Card, NumbersTable } from '../../parts/card.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Amount } from '../../parts/values.tsx';
import type { TimedLaunchProps } from './props.ts';

/** How the raise grew, step by step, against its minimum and maximum. */
export function RaiseCard({ launch, at }: TimedLaunchProps) {
  const curve = launch.raiseCurve;
  if (curve === null)
    return <Card title="Raise">{<p className="quiet">The curve cannot be read now.</p>}</Card>;
  if (curve.every(({ totalPledged }) => totalPledged === 0n)) {
    return (
      <Card title="Raise">
        <p className="quiet">Nothing had been pledged at this slot.</p>
      </Card>
    );
  }
  const last = curveEnd({
    ...launch,
    slot: at.slot === undefined ? launch.source.lastIndexedSlot : BigInt(at.slot),
  });
  return <Curve launch={launch} curve={curve} last={last} />;
}

interface CurveProps extends Pick<TimedLaunchProps, 'launch'> {
  readonly curve: readonly CurvePoint[];
  /** The slot up to which the last step is valid. */
  readonly last: bigint;
}

function Curve({ launch, curve, last }: CurveProps) {
  const { minRaise, maxRaise, pledgeMintDecimals } = launch;
  const decimals = pledgeMintDecimals ?? 0;
  const [under, setUnder] = useState<number>();
  // A canvas needs doubles; every displayed number is exact.
  const data = useMemo((): UPlot.AlignedData => {
    const unit = 10 ** decimals;
    const slots = curve.map(({ slot }) => Number(slot));
    const raised = curve.map(({ totalPledged }) => Number(totalPledged) / unit);
    const end = raised.at(-1) ?? 0;
    return Number(last) > (slots.at(-1) ?? 0)
      ? [
          [...slots, Number(last)],
          [...raised, end],
        ]
      : [slots, raised];
  }, [curve, last, decimals]);
  const unit = unitOf({ symbol: launch.pledgeMintSymbol, decimals: pledgeMintDecimals });
  const drawn = useRef(curve);
  drawn.current = curve;
  const textOf = (index: number) => {
    const point = drawn.current[Math.min(index, drawn.current.length - 1)];
    return point && `Slot ${grouped(point.slot)}: ${shortUnits(point.totalPledged, decimals)} ${unit}`;
  };
  const options = curveOptions({ minRaise, maxRaise, decimals, unit, textOf, onPoint: setUnder });
  const point = under === undefined ? curve.at(-1) : curve[Math.min(under, curve.length - 1)];
  return (
    <Card title="Raise" note={formatCount(curve.length, 'exact point')}>
      <div className="chart-frame">
        <Chart
          options={options}
          data={data}
          of={`${minRaise} ${maxRaise} ${decimals} ${unit}`}
          label={sentence(curve, decimals)}
        />
        <div className="legend">
          <span>raised</span>
          {minRaise > 0n && <span className="legend-low">minimum</span>}
          {maximumInSight(curve, maxRaise) && <span className="legend-high">maximum</span>}
        </div>
        {point && (
          <p className="readout">
            Slot {grouped(point.slot)}
            {point.time !== null && ` · ${calendar(seconds(point.time))}`} ·{' '}
            <Amount base={point.totalPledged} decimals={pledgeMintDecimals} /> from{' '}
            {formatCount(point.pledgerCount, 'wallet')}
          </p>
        )}
        <Fold summary="The numbers">
          <NumbersTable
            caption="Steps of the raise"
            rows={curve}
            keyOf={({ slot }) => slot.toString()}
            columns={[
              { name: 'Slot', number: true, minor: true, cell: ({ slot }) => grouped(slot) },
              { name: 'Time', cell: ({ time }) => (time === null ? 'unknown' : calendar(seconds(time))) },
              {
                name: 'Raised',
                number: true,
                cell: ({ totalPledged }) => <Amount base={totalPledged} decimals={pledgeMintDecimals} />,
              },
              { name: 'Wallets', number: true, cell: ({ pledgerCount }) => grouped(pledgerCount) },
            ]}
          />
        </Fold>
      </div>
    </Card>
  );
}

function sentence(curve: readonly CurvePoint[], decimals: number): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (first === undefined || last === undefined) return 'Nothing was raised.';
  const from = `${shortUnits(first.totalPledged, decimals)} at slot ${grouped(first.slot)}`;
  return `The raise went from ${from} to ${shortUnits(last.totalPledged, decimals)} at slot ${grouped(last.slot)}.`;
}

interface CurveTerms {
  readonly minRaise: bigint;
  readonly maxRaise: bigint;
  readonly decimals: number;
  readonly unit: string;
  readonly textOf: (index: number) => string | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

function curveOptions({ minRaise, maxRaise, decimals, unit, textOf, onPoint }: CurveTerms) {
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

function maximumInSight(curve: readonly CurvePoint[], maxRaise: bigint): boolean {
  return maxRaise > 0n && (curve.at(-1)?.totalPledged ?? 0n) * SIGHT >= maxRaise;
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function shortNumber(value: number): string {
  return SHORT.format(value);
}
