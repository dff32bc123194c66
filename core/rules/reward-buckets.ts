import type { PendingReason, RewardProgram } from '../../schemas/reward-programs.ts';
import { countingPayment, countingPrices, paidAmount } from './reward-payments.ts';
import {
  isFeeShare,
  isSummed,
  maturesAt,
  pendingBecause,
  type RewardEvent,
  type RewardFacts,
  type RewardStatus,
  rewardStanding,
  SUMMED_PROGRAMS,
  type SummedProgram,
  shownAmount,
  shownClaimableAt,
  standingOf,
} from './rewards.ts';

/** One row of a history. Times are milliseconds since the Unix epoch. */
export interface RewardRow {
  readonly program: RewardProgram;
  readonly recordId: bigint;
  readonly status: RewardStatus;
  /** Base units; undefined if not priced. */
  readonly amount: bigint | undefined;
  readonly createdAt: number;
  readonly claimableAt: number | undefined;
  /** When it becomes or became claimable, as far as that is known. */
  readonly maturesAt: number | undefined;
  readonly pendingBecause: PendingReason | undefined;
  readonly paidAt: number | undefined;
  /** Empty until the record is paid. */
  readonly txSignature: string;
}

/** The time and the state of the chain at which a record is evaluated. */
export interface RewardMoment {
  readonly now: number;
  readonly preMint: boolean;
}

/** The history row of a record; undefined if it was voided. */
export function rewardRow(facts: RewardFacts, { now, preMint }: RewardMoment): RewardRow | undefined {
  const status = rewardStanding(facts, now);
  if (status === 'gone') return undefined;
  return {
    program: facts.program,
    recordId: facts.recordId,
    status,
    amount: shownAmount(facts, preMint),
    createdAt: facts.createdAt,
    claimableAt: shownClaimableAt(facts, now),
    maturesAt: maturesAt(facts),
    pendingBecause: pendingBecause(facts, now),
    paidAt: facts.paid?.at,
    txSignature: facts.paid?.txSignature ?? '',
  };
}

/** Sorts the newest record first; equal times by the greater id. */
export function compareNewestRecord(
  a: Pick<RewardRow, 'createdAt' | 'recordId'>,
  b: Pick<RewardRow, 'createdAt' | 'recordId'>,
): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  if (a.recordId === b.recordId) return 0;
  return a.recordId > b.recordId ? -1 : 1;
}

/**
 * The state of one record from its events, in any order; undefined before it has accrued. The store's SQL folds
 * them the same way.
 */
export function foldRewardEvents(events: Iterable<RewardEvent>): RewardFacts | undefined {
  const all = [...events];
  const accrued = all.find((event) => event.kind === 'accrued');
  if (!accrued) return undefined;
  const { recordId, program, wallet, at: createdAt } = accrued;
  const held = newest(all.filter(({ kind }) => kind === 'held'));
  const released = releaseOf(all, held);
  const facts = { accrued, prices: countingPrices(accrued, all), events: all };
  const paid = countingPayment(facts);
  return {
    recordId,
    program,
    wallet,
    createdAt,
    amount: paid ? paidAmount(paid, facts) : (facts.prices.at(-1)?.amount ?? accrued.amount),
    held: held !== undefined && released === undefined,
    releasedAt: released?.at,
    voided: all.some(({ kind }) => kind === 'voided'),
    paid: paid && { at: paid.at, txSignature: paid.txSignature },
  };
}

/**
 * The release that ended the newest hold; undefined without a hold. If a hold and a release have the same time,
 * the hold counts: in doubt, review.
 */
function releaseOf(events: readonly RewardEvent[], held: RewardEvent | undefined): RewardEvent | undefined {
  if (!held) return undefined;
  const [first] = events
    .filter(({ kind, at }) => kind === 'released' && at > held.at)
    .toSorted((a, b) => a.at - b.at);
  return first;
}

function newest(events: readonly RewardEvent[]): RewardEvent | undefined {
  return events.reduce<RewardEvent | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
}

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
