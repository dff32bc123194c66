import { counted } from '../../../core/kernel/counted.ts';
import { rewardsHistory } from '../rewards/history.ts';
import { rewardsSummary } from '../rewards/summary.ts';
import type { RewardHandlers } from './read.ts';
import { atSlot } from './words/page.ts';
import { bucketInWords, mintInWords } from './words/rewards.ts';

export const REWARD_HANDLERS: RewardHandlers = {
  getRewardsSummary: {
    handle: rewardsSummary,
    narrow: ['lite', 'plugin'],
    field: 'Query.rewardsSummary',
    cost: 500,
    words: (answer) => {
      const { source, wallet_address, totals, reward_asset, disclosure, contribution_disclosure } = answer;
      return sentences([
        `Rewards of wallet ${wallet_address} in ${reward_asset} base units ${atSlot(source)}:`,
        `${bucketInWords('accrued', totals.accrued)}, of them ${bucketInWords('pending', totals.pending)},`,
        `${bucketInWords('claimable', totals.claimable)}, ${bucketInWords('paid', totals.paid)}.`,
        mintInWords(answer),
        disclosure,
        contribution_disclosure,
      ]);
    },
  },
  getRewardsHistory: {
    handle: rewardsHistory,
    narrow: ['lite', 'plugin'],
    field: 'Query.rewardsHistory',
    cost: 500,
    words: (answer) => {
      const { source, wallet_address, results, has_more, offset: start } = answer;
      const rest = has_more ? `more follow: pass offset ${start + results.length}` : 'no more follow';
      return sentences([
        `${counted(results.length, 'reward record')} of wallet ${wallet_address} on this page, newest first, ${rest};`,
        `as of the ledger ${atSlot(source)}.`,
        mintInWords(answer),
        answer.disclosure,
        answer.contribution_disclosure,
      ]);
    },
  },
};

function sentences(texts: readonly string[]): string {
  return texts.filter(Boolean).join(' ');
}
