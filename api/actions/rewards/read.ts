import { type RewardBuckets, sumRewards } from '../../../core/rules/reward-buckets.ts';
import { type RewardRow, rewardRow } from '../../../core/rules/reward-history.ts';
import { HISTORY_ONLY_PROGRAMS, SUMMED_PROGRAMS } from '../../../core/rules/rewards.ts';
import type {
  RewardBucketsAnswer,
  RewardHistoryRowAnswer,
  RewardsHistoryAnswer,
  RewardsSummaryAnswer,
} from '../../../schemas/rest/rewards.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import type { Caller } from '../../access/caller.ts';
import { instantOrNull, wireInteger } from '../wire.ts';
import { envelope, type RewardsContext, rewardMoments } from './envelope.ts';

export interface SummaryRequest {
  /** By default the caller's own wallet. */
  readonly walletAddress?: string | undefined;
}

/** The rewards of a wallet, by programme and in total. @throws WALLET_UNBOUND, WALLET_FORBIDDEN, MIRROR_NOT_READY */
export async function rewardsSummary(
  context: RewardsContext,
  caller: Caller,
  { walletAddress }: SummaryRequest,
): Promise<RewardsSummaryAnswer> {
  const wallet = await context.access.readableWallet(caller, walletAddress);
  const now = context.clock.now();
  const [moments, { facts, ledgerRevision }] = await Promise.all([
    rewardMoments(context, now),
    context.rewards.groups(wallet, now),
  ]);
  const { totals, programs } = sumRewards(facts, moments.preMint);
  return {
    ...envelope(context, moments, ledgerRevision),
    wallet_address: wallet,
    totals: bucketsAnswer(totals),
    programs: Object.fromEntries(
      SUMMED_PROGRAMS.map((name) => [name, bucketsAnswer(programs[name])]),
    ) as RewardsSummaryAnswer['programs'],
    history_only_programs: [...HISTORY_ONLY_PROGRAMS],
  };
}

function bucketsAnswer({ accrued, pending, claimable, paid }: RewardBuckets): RewardBucketsAnswer {
  const bucket = ({ count, pricedCount, amount }: RewardBuckets['paid']) => ({
    count: wireInteger(count),
    priced_count: wireInteger(pricedCount),
    amount_base_units: wireInteger(amount),
  });
  return {
    accrued: bucket(accrued),
    pending: bucket(pending),
    claimable: bucket(claimable),
    paid: bucket(paid),
  };
}

export interface HistoryRequest {
  /** By default the caller's own wallet. */
  readonly walletAddress?: string | undefined;
  readonly program?: RewardProgram | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The reward records of a wallet, newest first. @throws WALLET_UNBOUND, WALLET_FORBIDDEN, MIRROR_NOT_READY */
export async function rewardsHistory(
  context: RewardsContext,
  caller: Caller,
  { walletAddress, program, limit, offset }: HistoryRequest,
): Promise<RewardsHistoryAnswer> {
  const wallet = await context.access.readableWallet(caller, walletAddress);
  const [moments, { facts, ledgerRevision }] = await Promise.all([
    rewardMoments(context, context.clock.now()),
    context.rewards.history({ wallet, program, limit, offset }),
  ]);
  return {
    ...envelope(context, moments, ledgerRevision),
    wallet_address: wallet,
    ...{ limit, offset, has_more: facts.more },
    results: facts.records.flatMap((record) => {
      const row = rewardRow(record, moments);
      return row ? [rowAnswer(row)] : [];
    }),
  };
}

function rowAnswer(row: RewardRow): RewardHistoryRowAnswer {
  return {
    program: row.program,
    id: wireInteger(row.recordId),
    status: row.status,
    amount_base_units: row.amount === undefined ? null : wireInteger(row.amount),
    created_at: instantOrNull(row.createdAt),
    claimable_at: instantOrNull(row.claimableAt),
    paid_at: instantOrNull(row.paidAt),
    tx_signature: row.txSignature,
  };
}
