import { type DistributionBucket, type DistributionFacts, QUANTILE_PERCENTS } from './model.ts';

/** The distribution of sorted amounts, smallest first. */
export function distributionOf(sorted: BigUint64Array, buckets: number): DistributionFacts {
  let sum = 0n;
  let rankedSum = 0n;
  for (let place = 0; place < sorted.length; place++) {
    const amount = sorted[place] as bigint;
    sum += amount;
    rankedSum += amount * BigInt(place + 1);
  }
  return {
    count: sorted.length,
    sum,
    rankedSum,
    quantiles: sorted.length === 0 ? [] : QUANTILE_PERCENTS.map((percent) => quantile(sorted, percent)),
    buckets: bucketsOf(sorted, buckets),
  };
}

function quantile(sorted: BigUint64Array, percent: number): bigint {
  const place = Math.max(1, Math.ceil((sorted.length * percent) / 100));
  return sorted[place - 1] as bigint;
}

function bucketsOf(sorted: BigUint64Array, wanted: number): DistributionBucket[] {
  if (sorted.length === 0) return [];
  const filled = new Map<number, { count: number; sum: bigint }>();
  const bounds = bucketBounds(sorted[0] as bigint, sorted[sorted.length - 1] as bigint, wanted);
  for (const amount of sorted) {
    const index = Number((amount - bounds.least) / bounds.width);
    const bucket = filled.get(index);
    if (bucket === undefined) filled.set(index, { count: 1, sum: amount });
    else {
      bucket.count += 1;
      bucket.sum += amount;
    }
  }
  return withEmptyBuckets(bounds, (index) => filled.get(index));
}

export interface BucketBounds {
  readonly least: bigint;
  readonly greatest: bigint;
  /** Amounts per bucket; the last may have fewer. */
  readonly width: bigint;
}

/** Equal whole widths, at most as many as requested and none beyond the greatest amount. */
export function bucketBounds(least: bigint, greatest: bigint, wanted: number): BucketBounds {
  const range = greatest - least + 1n;
  return { least, greatest, width: (range + BigInt(wanted) - 1n) / BigInt(wanted) };
}

/** All buckets from the least amount to the greatest, including empty ones. */
export function withEmptyBuckets(
  { least, greatest, width }: BucketBounds,
  filled: (index: number) => { readonly count: number; readonly sum: bigint } | undefined,
): DistributionBucket[] {
  const buckets: DistributionBucket[] = [];
  for (let from = least; from <= greatest; from += width) {
    const last = from + width - 1n;
    const { count, sum } = filled(buckets.length) ?? { count: 0, sum: 0n };
    buckets.push({ from, to: last < greatest ? last : greatest, count, sum });
  }
  return buckets;
}
