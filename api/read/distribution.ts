import { U64_MAX } from '../../schemas/u64.ts';
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
  /** The edge at or below the smallest amount: a multiple of the width. */
  readonly least: bigint;
  readonly greatest: bigint;
  /** Amounts per bucket: 1, 2 or 5 times a power of ten. */
  readonly width: bigint;
}

/** Equal widths with round edges, the narrowest of which at most as many as requested reach the greatest amount. */
export function bucketBounds(least: bigint, greatest: bigint, wanted: number): BucketBounds {
  for (let power = 1n; ; power *= 10n) {
    for (const width of [power, 2n * power, 5n * power]) {
      if (greatest / width - least / width < BigInt(wanted)) {
        return { least: (least / width) * width, greatest, width };
      }
    }
  }
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
    buckets.push({ from, to: last < U64_MAX ? last : U64_MAX, count, sum });
  }
  return buckets;
}
