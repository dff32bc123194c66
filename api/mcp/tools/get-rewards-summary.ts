import { z } from 'zod';
import { ownedWallet } from '../../../schemas/mcp/arguments.ts';
import { rewardsSummaryAnswer } from '../../../schemas/rest/rewards.ts';
import { rewardsSummary } from '../../actions/rewards/summary.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineOwnerTool } from '../catalogue/tool.ts';
import { bucketInWords, mintInWords } from '../words/rewards.ts';
import { atSlot } from '../words/source.ts';
import { callerOf, rewardsOf } from './rewards-of-caller.ts';

export const getRewardsSummary = defineOwnerTool({
  name: 'get_rewards_summary',
  title: "The owner's rewards",
  description:
    'Rewards of the wallet that the credential acts for, or of an agent wallet of its owner, in the reward token alone: accrued, pending, claimable and paid, by programme and in total. Amounts are integers in base units; what is not priced has none, and none is estimated.',
  toolset: 'rewards',
  hints: INDEX_READ,
  input: z.strictObject({ wallet_address: ownedWallet }),
  output: rewardsSummaryAnswer,
  answer: (context, { wallet_address: walletAddress }, caller) =>
    rewardsSummary(rewardsOf(context), callerOf(caller), { walletAddress }),
  inWords: (answer) => {
    const { source, wallet_address, totals, reward_asset, disclosure, contribution_disclosure } = answer;
    return [
      `Rewards of wallet ${wallet_address} in ${reward_asset} base units ${atSlot(source)}:`,
      `${bucketInWords('accrued', totals.accrued)}, of them ${bucketInWords('pending', totals.pending)},`,
      `${bucketInWords('claimable', totals.claimable)}, ${bucketInWords('paid', totals.paid)}.`,
      mintInWords(answer),
      disclosure,
      contribution_disclosure,
    ]
      .filter(Boolean)
      .join(' ');
  },
});
