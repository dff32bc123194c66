import { z } from 'zod';
import { smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { bucketBounds, withEmptyBuckets } from '../distribution.ts';
import { type DistributionFacts, QUANTILE_PERCENTS } from '../model.ts';
import type { DistributionQuestion } from '../questions.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SUMS = sqlFile(import.meta.url, 'pledge-distribution.sql');
const BUCKETS = sqlFile(import.meta.url, 'pledge-buckets.sql');

const sumsRow = rowOf({
  count: ['pledges', smallColumn],
  sum: ['total', unsignedColumn],
  rankedSum: unsignedColumn,
  quantiles: z.array(unsignedColumn),
});
const bucketRow = rowOf({
  bucket: smallColumn,
  count: ['pledges', smallColumn],
  sum: ['total', unsignedColumn],
});

const NOTHING: DistributionFacts = { count: 0, sum: 0n, rankedSum: 0n, quantiles: [], buckets: [] };

/** All pledges of a launch by amount. */
export async function pledgeDistribution(
  ask: AskAt,
  { launchId, ...histogram }: DistributionQuestion,
): Promise<DistributionFacts> {
  const [sums] = await ask(SUMS, { launch_id: launchId, percents: [...QUANTILE_PERCENTS] }, sumsRow);
  if (sums === undefined || sums.count === 0) return NOTHING;
  const { quantiles } = sums;
  const bounds = bucketBounds(quantiles[0] as bigint, quantiles.at(-1) as bigint, histogram);
  const { least, width } = bounds;
  const rows = await ask(BUCKETS, { launch_id: launchId, least, width }, bucketRow);
  const filled = new Map(rows.map(({ bucket, ...held }) => [bucket, held]));
  return { ...sums, buckets: withEmptyBuckets(bounds, (index) => filled.get(index)) };
}
