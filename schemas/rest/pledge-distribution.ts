import { z } from 'zod';
import { mintFields } from './mints.ts';
import { amount, count, launchId } from './scalars.ts';
import { source } from './source.ts';

export const distributionBucket = z.strictObject({
  from: amount.meta({ description: 'Smallest amount of the bucket, inclusive.' }),
  to: amount.meta({ description: 'Largest amount of the bucket, inclusive.' }),
  count: count.meta({ description: 'Pledges in the bucket.' }),
  sum: amount.meta({ description: 'Sum of the pledges in the bucket.' }),
});

/** Each is a pledged amount: the smallest that at least that many percent of the pledges do not exceed. */
export const distributionQuantiles = z.strictObject({
  min: amount.meta({ description: 'The smallest pledge.' }),
  p10: amount.meta({ description: 'The 10th percentile.' }),
  p25: amount.meta({ description: 'The 25th percentile.' }),
  p50: amount.meta({ description: 'The median.' }),
  p75: amount.meta({ description: 'The 75th percentile.' }),
  p90: amount.meta({ description: 'The 90th percentile.' }),
  p99: amount.meta({ description: 'The 99th percentile.' }),
  max: amount.meta({ description: 'The largest pledge.' }),
});

/** How the pledges of one launch are distributed by amount; every pledge counts. */
/** Edges of a histogram's buckets: at the smallest and the greatest pledge, or at round amounts around them. */
export const BUCKET_EDGES = ['exact', 'round'] as const;
export type BucketEdges = (typeof BUCKET_EDGES)[number];

export const pledgeDistributionAnswer = z.strictObject({
  source,
  launch_id: launchId,
  ...mintFields,
  count: count.meta({ description: 'Pledge accounts that exist.' }),
  sum: amount.meta({ description: 'Sum of all pledges, refunded ones included.' }),
  mean: amount.nullable().meta({ description: 'Rounded down; null without pledges.' }),
  gini_bps: z.int().min(0).max(10_000).nullable().meta({
    description:
      'Gini coefficient in basis points, rounded down: 0 when all pledges are equal. Null without pledges or when all are zero.',
  }),
  quantiles: distributionQuantiles.nullable(),
  buckets: z.array(distributionBucket).meta({
    description: 'Equally wide, from the smallest pledge to the greatest; empty ones included.',
  }),
});

export type DistributionQuantiles = z.output<typeof distributionQuantiles>;
export type PledgeDistributionAnswer = z.output<typeof pledgeDistributionAnswer>;
