import { useMemo, useRef, useState } from 'react';
import type UPlot from 'uplot';
import { Chart } from '../../../charts/chart.tsx';
import { failureOf } from '../../../data/failure.ts';
import { useRaise } from '../../../data/launch-figures.ts';
import type { CurvePoint } from '../../../data/launch-shapes.ts';
import { calendar, formatCount, grouped, seconds, shortUnits, unitOf } from '../../../model/formats.ts';
import { curveEnd } from '../../../model/launch.ts';
import { Card, NumbersTable, Skeleton } from '../../../parts/card.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Amount, Moment } from '../../../parts/values.tsx';
import { type TimedLaunchProps, useShown } from '../shown.ts';
import { curveOptions, maximumInSight } from './raise-options.ts';

/** How the raise grew, step by step, against its minimum and maximum. */
export function RaiseCard() {
  const { launch, at } = useShown();
  const { data, error, refetch } = useRaise(at);
  if (data == null) {
    return (
      <Card title="Raise">
        {error === null ? (
          <Skeleton height="20rem" />
        ) : (
          <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  const curve = data.raiseCurve ?? [];
  if (curve.every(({ totalPledged }) => totalPledged === 0n)) {
    return (
      <Card title="Raise">
        <p className="quiet">Nothing was pledged by this slot.</p>
      </Card>
    );
  }
  const last = curveEnd({
    ...launch,
    slot: data.source.lastIndexedSlot,
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
        <Fold summary="Show as a table">
          <NumbersTable
            caption="Steps of the raise"
            rows={curve}
            keyOf={({ slot }) => slot.toString()}
            columns={[
              { name: 'Slot', number: true, minor: true, cell: ({ slot }) => grouped(slot) },
              {
                name: 'Time',
                cell: ({ time }) => (time === null ? 'unknown' : <Moment time={seconds(time)} />),
              },
              {
                name: 'Raised',
                number: true,
                cell: ({ totalPledged }) => <Amount base={totalPledged} decimals={pledgeMintDecimals} />,
              },
              {
                name: 'Wallets',
                number: true,
                minor: true,
                cell: ({ pledgerCount }) => grouped(pledgerCount),
              },
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
