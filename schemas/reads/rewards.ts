import * as payouts from '../rest/payouts.ts';
import * as rewards from '../rest/rewards.ts';
import * as given from './arguments.ts';
import type { ReadShape } from './read.ts';

/** The reads of rewards, for the signed-in account or the owner of an agent's credential. */
export const REWARD_READS = {
  getRewardsSummary: {
    path: '/user-rewards/summary/',
    title: "The owner's rewards",
    description:
      'Rewards of the wallet that the credential acts for, or of an agent wallet of its owner, in the reward token alone: accrued, pending, claimable and paid, by programme and in total. Amounts are integers in base units. Records without a price count and have no amount; none is estimated.',
    arguments: { wallet_address: given.rewardWallet },
    answer: rewards.rewardsSummaryAnswer,
    shapes: {
      RewardBucket: rewards.rewardBucket,
      RewardBuckets: rewards.rewardBuckets,
      RewardsSummary: rewards.rewardsSummaryAnswer,
    },
    tool: 'get_rewards_summary',
  },
  getRewardsHistory: {
    path: '/user-rewards/history/',
    title: "The owner's reward records",
    description:
      'Reward records of the wallet that the credential acts for, or of an agent wallet of its owner, newest first: programme, status, amount in base units or null while not priced, and the settlement once paid.',
    arguments: {
      wallet_address: given.rewardWallet,
      program: given.rewardProgram,
      limit: given.limit,
      offset: given.rewardOffset,
      ledger_revision: given.ledgerRevision,
    },
    answer: rewards.rewardsHistoryAnswer,
    shapes: { RewardHistoryRow: rewards.rewardHistoryRow, RewardsHistory: rewards.rewardsHistoryAnswer },
    tool: 'get_rewards_history',
  },
  listPayouts: {
    path: '/user-rewards/payouts/',
    title: "The owner's payout requests",
    description:
      'Payout requests of the wallet that the credential acts for, or of an agent wallet of its owner, newest first: status, amount, programme, and the settling transaction once paid.',
    arguments: {
      wallet_address: given.rewardWallet,
      status: given.payoutStatus,
      limit: given.limit,
      offset: given.rewardOffset,
    },
    answer: payouts.payoutListAnswer,
    shapes: { Payout: payouts.payout, PayoutList: payouts.payoutListAnswer },
    tool: 'list_payouts',
  },
  getPayout: {
    path: '/user-rewards/payouts/{payout_id}/',
    title: 'One payout request of the owner',
    description:
      'One payout request of the wallet that the credential acts for, or of an agent wallet of its owner: status, amount, programme, and the settling transaction once paid.',
    arguments: { payout_id: given.payoutId },
    answer: payouts.payout,
    shapes: { Payout: payouts.payout },
    missing: true,
    tool: 'get_payout',
  },
} as const satisfies Readonly<Record<string, ReadShape>>;
