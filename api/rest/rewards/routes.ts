import { rewardsHistoryExample, rewardsSummaryExample } from '../../../schemas/rest/reward-examples.ts';
import { rewardHistoryParameters, rewardSummaryParameters } from '../../../schemas/rest/reward-parameters.ts';
import { rewardsHistory } from '../../actions/rewards/history.ts';
import { rewardsSummary } from '../../actions/rewards/summary.ts';
import { defineRewardsRoute, type RewardsRoute } from './route.ts';

const summaryRoute = defineRewardsRoute({
  path: '/user-rewards/summary/',
  operationId: 'getRewardsSummary',
  summary: 'Rewards by programme and in total',
  description:
    'Of the signed-in account’s wallet, or of an agent wallet that it owns. Before the mint, fee-share accruals count and have no amount.',
  queryParameters: rewardSummaryParameters,
  answer: 'RewardsSummary',
  example: rewardsSummaryExample,
  handle: (context, caller, { wallet_address }) =>
    rewardsSummary(context, caller, { walletAddress: wallet_address }),
});

const historyRoute = defineRewardsRoute({
  path: '/user-rewards/history/',
  operationId: 'getRewardsHistory',
  summary: 'Reward records, newest first',
  description: 'One row per reward record, across all programmes unless `program` names one.',
  queryParameters: rewardHistoryParameters,
  answer: 'RewardsHistory',
  example: rewardsHistoryExample,
  handle: (context, caller, { wallet_address, ...page }) =>
    rewardsHistory(context, caller, { walletAddress: wallet_address, ...page }),
});

/** Every read of rewards. */
export const REWARDS_ROUTES: readonly RewardsRoute[] = [summaryRoute, historyRoute];
