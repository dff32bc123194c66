import { type PendingReason, REWARD_PROGRAMS, type RewardProgram } from '../../schemas/reward-programs.ts';
import type { Pubkey } from '../kernel/pubkey.ts';

interface OfRecord {
  readonly recordId: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface Accrued extends OfRecord {
  readonly kind: 'accrued';
  readonly program: RewardProgram;
  readonly wallet: Pubkey;
  /** Base units; undefined if nothing is priced yet. Fee-share programmes never have an amount at accrual. */
  readonly amount: bigint | undefined;
}

export interface Priced extends OfRecord {
  readonly kind: 'priced';
  readonly amount: bigint;
  /** Recorded before the mint and before its record was known: it never prices a fee-share programme. */
  readonly premature?: boolean;
}

interface Reviewed extends OfRecord {
  readonly kind: 'held' | 'released' | 'voided';
  readonly reason: string;
}

export interface Paid extends OfRecord {
  readonly kind: 'paid';
  readonly txSignature: string;
  /** What was paid for the record, in base units; undefined if not stated. */
  readonly amount?: bigint | undefined;
  /** The slot of the settlement; undefined if not stated. */
  readonly slot?: bigint | undefined;
}

/** One event of the reward ledger. Its identity is (record, kind, time). */
export type RewardEvent = Accrued | Priced | Reviewed | Paid;

/** Programmes that share fees: their accruals have no token amount before the reward token's mint exists. */
export const FEE_SHARE_PROGRAMS = ['referral', 'clone', 'integrator'] as const satisfies RewardProgram[];

/** Programmes that are never summed and appear only as history rows. */
export const HISTORY_ONLY_PROGRAMS = ['hive_contribution'] as const satisfies RewardProgram[];

export type SummedProgram = Exclude<RewardProgram, (typeof HISTORY_ONLY_PROGRAMS)[number]>;

export const SUMMED_PROGRAMS: readonly SummedProgram[] = REWARD_PROGRAMS.filter(isSummed);

export function isFeeShare(program: RewardProgram): boolean {
  return FEE_SHARE_PROGRAMS.some((name) => name === program);
}

export function isSummed(program: RewardProgram): program is SummedProgram {
  return !HISTORY_ONLY_PROGRAMS.some((name) => name === program);
}

/** Milliseconds between the accrual of a record and the end of its review. */
export const REVIEW_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** What is known of one reward record. Times are milliseconds since the Unix epoch. */
export interface RewardFacts {
  readonly recordId: bigint;
  readonly program: RewardProgram;
  readonly wallet: Pubkey;
  readonly createdAt: number;
  /**
   * Base units. For a paid record: the stated payment, else its newest price until then, else the accrual's
   * amount, else the first price after it. For any other record: the newest price, else the accrual's amount.
   */
  readonly amount: bigint | undefined;
  /** Held for review, and not released since. */
  readonly held: boolean;
  /** The release that ended the newest hold. */
  readonly releasedAt: number | undefined;
  readonly voided: boolean;
  /** The first payment that counts (see `countingPayment`). */
  readonly paid: { readonly at: number; readonly txSignature: string } | undefined;
}

/** When the review of a record ends: with its window, or with a later release. */
export function claimableAt({
  createdAt,
  releasedAt,
}: Pick<RewardFacts, 'createdAt' | 'releasedAt'>): number {
  return Math.max(createdAt + REVIEW_WINDOW_MS, releasedAt ?? 0);
}

/** The status of a record; one that is gone appears in no figure and no listing. */
export type RewardStanding = 'gone' | RewardStatus;
export type RewardStatus = 'pending' | 'claimable' | 'paid';

/** The facts that determine the status of a record. */
export interface RewardSituation {
  readonly voided: boolean;
  readonly paid: boolean;
  readonly held: boolean;
  /** Whether `claimableAt` has passed. */
  readonly reviewed: boolean;
}

/** The specification's states of a record. A void counts before a payment, and a payment before a hold or a review. */
export function standingOf({ voided, paid, held, reviewed }: RewardSituation): RewardStanding {
  if (voided) return 'gone';
  if (paid) return 'paid';
  return held || !reviewed ? 'pending' : 'claimable';
}

/**
 * A record of a display-only programme stays pending: nobody can claim it, and nothing pays it.
 * @param now milliseconds since the Unix epoch, by the wall clock: review happens off chain
 */
export function rewardStanding(facts: RewardFacts, now: number): RewardStanding {
  const { program, voided, held, paid } = facts;
  if (!voided && !isSummed(program)) return 'pending';
  return standingOf({ voided, held, paid: paid !== undefined, reviewed: now >= claimableAt(facts) });
}

type Maturing = Pick<RewardFacts, 'program' | 'createdAt' | 'releasedAt' | 'held'>;

/** When the review of a record ends or ended; unknown while it is held, and never if its programme is display-only. */
export function maturesAt(facts: Maturing): number | undefined {
  return facts.held || !isSummed(facts.program) ? undefined : claimableAt(facts);
}

/** `claimable_at` of a record: `maturesAt` once it has passed. */
export function shownClaimableAt(facts: Maturing, now: number): number | undefined {
  const at = maturesAt(facts);
  return at !== undefined && now >= at ? at : undefined;
}

/** What keeps a pending record pending; undefined for any other record. */
export function pendingBecause(facts: RewardFacts, now: number): PendingReason | undefined {
  if (rewardStanding(facts, now) !== 'pending') return undefined;
  if (!isSummed(facts.program)) return 'contribution_credit';
  return facts.held ? 'held' : 'review_window';
}

/**
 * The token amount of a record, in base units. Before the mint a record of a fee-share programme has none,
 * whatever was recorded (specification, pre-mint rule).
 */
export function shownAmount(
  { program, amount }: Pick<RewardFacts, 'program' | 'amount'>,
  preMint: boolean,
): bigint | undefined {
  return preMint && isFeeShare(program) ? undefined : amount;
}
