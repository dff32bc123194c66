import { type RewardBuckets, sumRewards } from '../../../core/rules/reward-buckets.ts';
import { HISTORY_ONLY_PROGRAMS, SUMMED_PROGRAMS } from '../../../core/rules/rewards.ts';
import type { RewardBucketsAnswer, RewardsSummaryAnswer } from '../../../schemas/rest/rewards.ts';
import type { Caller } from '../../access/caller.ts';
import { wireInteger } from '../wire.ts';
import type { RewardsContext } from './context.ts';
import { envelope, rewardMoments } from './envelope.ts';

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
