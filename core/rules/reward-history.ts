import type { RewardProgram } from '../../schemas/reward-programs.ts';
import {
  type RewardFacts,
  type RewardStatus,
  rewardStanding,
  shownAmount,
  shownClaimableAt,
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
