import { useMemo, useRef, useState } from 'react';
import type UPlot from 'uplot';
import { Chart } from '../../../charts/chart.tsx';
import { failureOf } from '../../../data/failure.ts';
import { useSizes } from '../../../data/launch-figures.ts';
import type { Distribution } from '../../../data/launch-shapes.ts';
import { formatCount, grouped, percent, shortUnits, unitOf } from '../../../model/formats.ts';
import { Card, NumbersTable, Skeleton } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Amount } from '../../../parts/values.tsx';
import { useShown } from '../shown.ts';
import { barOptions } from './distribution-options.ts';

/** Pledge sizes: how many in each range of amounts. */
export function DistributionCard() {
  const { launch, at } = useShown();
  const { data, error, refetch } = useSizes(at);
  const distribution = data?.pledgeDistribution;
  if (distribution == null || distribution.quantiles === null) {
    return (
      <Card title="Pledges by size">
        {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
        {data == null && error === null && <Skeleton height="24rem" />}
        {distribution && <p className="quiet">No pledge exists at this slot.</p>}
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
        <Fold summary="Show as a table">
          <NumbersTable
            caption="Pledges by size"
            rows={buckets}
            keyOf={({ from }) => from.toString()}
            columns={[
              { name: 'From', number: true, cell: ({ from }) => <Amount base={from} decimals={decimals} /> },
              { name: 'To', number: true, cell: ({ to }) => <Amount base={to} decimals={decimals} /> },
              { name: 'Pledges', number: true, cell: (row) => grouped(row.count) },
              {
                name: 'Sum',
                number: true,
                minor: true,
                cell: ({ sum }) => <Amount base={sum} decimals={decimals} />,
              },
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
