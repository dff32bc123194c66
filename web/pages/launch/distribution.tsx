import { useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { axis, Chart, type ChartColours, type ChartOptions } from '../../charts/chart.tsx';
import { tooltip } from '../../charts/tooltip.ts';
import type { Distribution } from '../../data/launch-shapes.ts';
import { formatCount, grouped, percent, shortUnits, unitOf } from '../../model/formats.ts';
import { Card, Facts, NumbersTable } from '../../parts/card.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Amount } from '../../parts/values.tsx';
import type { TimedLaunchProps } from './props.ts';

/** Pledge sizes: how many in each range of amounts. */
export function DistributionCard({ launch }: TimedLaunchProps) {
  const distribution = launch.pledgeDistribution;
  if (distribution === null || distribution.quantiles === null) {
    const why = distribution === null ? 'The pledges cannot be read now.' : 'No pledge exists at this slot.';
    return (
      <Card title="Pledges by size">
        <p className="quiet">{why}</p>
      </Card>
    );
  }
  const { pledgeMintDecimals: decimals, pledgeMintSymbol: symbol } = launch;
  return <Sizes distribution={distribution} decimals={decimals} unit={unitOf({ symbol, decimals })} />;
}

interface SizesProps {
  readonly distribution: Distribution;
  readonly decimals: number | null;
  readonly unit: string;
}

function Sizes({ distribution, decimals, unit }: SizesProps) {
  const { count, mean, giniBps, quantiles, buckets } = distribution;
  const [under, setUnder] = useState<number>();
  const data = useMemo(
    (): UPlot.AlignedData => [
      buckets.map((_, index) => index),
      buckets.map((bucket) => Number(bucket.count)),
    ],
    [buckets],
  );
  const edges = edgesOf(buckets).map((edge) => shortUnits(edge, decimals ?? 0));
  const drawn = useRef(buckets);
  drawn.current = buckets;
  const textOf = (index: number) => {
    const bucket = drawn.current[index];
    return bucket && `${edges[index]} to ${edges[index + 1]} ${unit}: ${formatCount(bucket.count, 'pledge')}`;
  };
  const bucket = under === undefined ? undefined : buckets[under];
  return (
    <Card title="Pledges by size" note={formatCount(count, 'pledge')}>
      <div className="chart-frame">
        <Chart
          options={barOptions({ edges, unit, textOf, onBar: setUnder })}
          data={data}
          of={`${edges.join(' ')} ${unit}`}
          label={`How many of ${formatCount(count, 'pledge')} lie in each of ${buckets.length} ranges of amounts.`}
        />
        <p className="readout">
          {bucket === undefined ? (
            'Ranges of equal width'
          ) : (
            <>
              {formatCount(bucket.count, 'pledge')} from <Amount base={bucket.from} decimals={decimals} /> to{' '}
              <Amount base={bucket.to} decimals={decimals} />
            </>
          )}
        </p>
        {quantiles && (
          <Facts
            facts={[
              { name: 'Smallest', value: <Amount base={quantiles.min} decimals={decimals} /> },
              { name: 'Median', value: <Amount base={quantiles.p50} decimals={decimals} /> },
              { name: 'Mean', value: mean === null ? 'none' : <Amount base={mean} decimals={decimals} /> },
              { name: '90 % are at most', value: <Amount base={quantiles.p90} decimals={decimals} /> },
              { name: 'Largest', value: <Amount base={quantiles.max} decimals={decimals} /> },
              { name: 'Inequality (Gini)', value: giniBps === null ? 'none' : percent(giniBps) },
            ]}
          />
        )}
        <Fold summary="The numbers">
          <NumbersTable
            caption="Pledges by size"
            rows={buckets}
            keyOf={({ from }) => from.toString()}
            columns={[
              { name: 'From', number: true, cell: ({ from }) => <Amount base={from} decimals={decimals} /> },
              { name: 'To', number: true, cell: ({ to }) => <Amount base={to} decimals={decimals} /> },
              { name: 'Pledges', number: true, cell: (row) => grouped(row.count) },
              { name: 'Sum', number: true, cell: ({ sum }) => <Amount base={sum} decimals={decimals} /> },
            ]}
          />
        </Fold>
      </div>
    </Card>
  );
}

/** Every bar's lower edge, and where the last one ends. */
function edgesOf(buckets: Distribution['buckets']): bigint[] {
  const last = buckets.at(-1);
  return [...buckets.map(({ from }) => from), ...(last === undefined ? [] : [last.to + 1n])];
}

interface BarTerms {
  readonly edges: readonly string[];
  readonly unit: string;
  readonly textOf: (index: number) => string | undefined;
  readonly onBar: (index: number | undefined) => void;
}

/** A label has room for about this many pixels. */
const LABEL_WIDTH = 64;

function barOptions({ edges, unit, textOf, onBar }: BarTerms) {
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
