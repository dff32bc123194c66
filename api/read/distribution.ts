import { U64_MAX } from '../../schemas/u64.ts';
import { type DistributionBucket, type DistributionFacts, QUANTILE_PERCENTS } from './model.ts';
import type { DistributionQuestion } from './questions.ts';

type Histogram = Pick<DistributionQuestion, 'buckets' | 'edges'>;

/** The distribution of sorted amounts, smallest first. */
export function distributionOf(sorted: BigUint64Array, histogram: Histogram): DistributionFacts {
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
    buckets: bucketsOf(sorted, histogram),
  };
}

function quantile(sorted: BigUint64Array, percent: number): bigint {
  const place = Math.max(1, Math.ceil((sorted.length * percent) / 100));
  return sorted[place - 1] as bigint;
}

function bucketsOf(sorted: BigUint64Array, histogram: Histogram): DistributionBucket[] {
  if (sorted.length === 0) return [];
  const filled = new Map<number, { count: number; sum: bigint }>();
  const bounds = bucketBounds(sorted[0] as bigint, sorted[sorted.length - 1] as bigint, histogram);
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
  /** Where the first bucket begins: at the smallest amount, or at a round one below it. */
  readonly least: bigint;
  readonly greatest: bigint;
  /** Amounts per bucket. */
  readonly width: bigint;
  /** No bucket ends above it. */
  readonly end: bigint;
}

/** Equal whole widths, at most as many as requested, up to the greatest amount. */
export function bucketBounds(
  least: bigint,
  greatest: bigint,
  { buckets, edges = 'exact' }: Histogram,
): BucketBounds {
  const wanted = BigInt(buckets);
  if (edges === 'round') return roundBounds(least, greatest, wanted);
  const range = greatest - least + 1n;
  return { least, greatest, width: (range + wanted - 1n) / wanted, end: greatest };
}

/** Widths of 1, 2 or 5 times a power of ten, and edges that are multiples of them: the narrowest that are enough. */
function roundBounds(least: bigint, greatest: bigint, wanted: bigint): BucketBounds {
  for (let power = 1n; ; power *= 10n) {
    for (const width of [power, 2n * power, 5n * power]) {
      if (greatest / width - least / width < wanted) {
        return { least: (least / width) * width, greatest, width, end: U64_MAX };
      }
    }
  }
}

/** All buckets from the least amount to the greatest, including empty ones. */
export function withEmptyBuckets(
  { least, greatest, width, end }: BucketBounds,
  filled: (index: number) => { readonly count: number; readonly sum: bigint } | undefined,
): DistributionBucket[] {
  const buckets: DistributionBucket[] = [];
  for (let from = least; from <= greatest; from += width) {
    const last = from + width - 1n;
    const { count, sum } = filled(buckets.length) ?? { count: 0, sum: 0n };
    buckets.push({ from, to: last < end ? last : end, count, sum });
  }
  return buckets;
}
