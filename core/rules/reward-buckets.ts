import type { RewardProgram } from '../../schemas/reward-programs.ts';
import {
  isFeeShare,
  isSummed,
  type RewardStatus,
  SUMMED_PROGRAMS,
  type SummedProgram,
  standingOf,
} from './rewards.ts';

/** Records in one state. The amount is in base units. */
export interface RewardBucket {
  readonly count: bigint;
  /** How many of them carry a token amount. */
  readonly pricedCount: bigint;
  /** Sum over those; the others are not estimated. */
  readonly amount: bigint;
}

/** `accrued` is pending, claimable and paid together. */
export type RewardBuckets = Readonly<Record<'accrued' | RewardStatus, RewardBucket>>;

export interface RewardTotals {
  readonly totals: RewardBuckets;
  /** Every programme included in sums, with zeros if it has no records. */
  readonly programs: Readonly<Record<SummedProgram, RewardBuckets>>;
}

/** Records of one programme, none of them voided, that have the same status. */
export interface RewardGroup extends RewardBucket {
  readonly program: RewardProgram;
  readonly paid: boolean;
  readonly held: boolean;
  readonly reviewed: boolean;
}

const NONE: RewardBucket = { count: 0n, pricedCount: 0n, amount: 0n };
const EMPTY: RewardBuckets = { accrued: NONE, pending: NONE, claimable: NONE, paid: NONE };

/** The figures of a summary. Before the mint a fee-share record counts but has no price. */
export function sumRewards(groups: Iterable<RewardGroup>, preMint: boolean): RewardTotals {
  const programs = Object.fromEntries(SUMMED_PROGRAMS.map((name) => [name, EMPTY])) as Record<
    SummedProgram,
    RewardBuckets
  >;
  let totals = EMPTY;
  for (const group of groups) {
    const status = standingOf({ ...group, voided: false });
    if (status === 'gone' || !isSummed(group.program)) continue;
    const priced = !(preMint && isFeeShare(group.program));
    const bucket = priced ? group : { ...NONE, count: group.count };
    programs[group.program] = withBucket(programs[group.program], status, bucket);
    totals = withBucket(totals, status, bucket);
  }
  return { totals, programs };
}

function withBucket(buckets: RewardBuckets, status: RewardStatus, bucket: RewardBucket): RewardBuckets {
  return {
    ...buckets,
    accrued: plus(buckets.accrued, bucket),
    [status]: plus(buckets[status], bucket),
  };
}

function plus(a: RewardBucket, b: RewardBucket): RewardBucket {
  return {
    count: a.count + b.count,
    pricedCount: a.pricedCount + b.pricedCount,
    amount: a.amount + b.amount,
  };
}
