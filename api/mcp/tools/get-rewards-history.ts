import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { limit, offset, ownedWallet, rewardProgramme } from '../../../schemas/mcp/arguments.ts';
import { rewardsHistoryAnswer } from '../../../schemas/rest/rewards.ts';
import { rewardsHistory } from '../../actions/rewards/history.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineOwnerTool } from '../catalogue/tool.ts';
import { mintInWords } from '../words/rewards.ts';
import { atSlot } from '../words/source.ts';
import { callerOf, rewardsOf } from './rewards-of-caller.ts';

export const getRewardsHistory = defineOwnerTool({
  name: 'get_rewards_history',
  title: "The owner's reward records",
  description:
    'Reward records of the wallet that the credential acts for, or of an agent wallet of its owner, newest first: programme, status, amount in base units or null while not priced, and the settlement once paid.',
  toolset: 'rewards',
  hints: INDEX_READ,
  input: z.strictObject({ wallet_address: ownedWallet, program: rewardProgramme, limit, offset }),
  output: rewardsHistoryAnswer,
  answer: (context, { wallet_address: walletAddress, ...question }, caller) =>
    rewardsHistory(rewardsOf(context), callerOf(caller), { walletAddress, ...question }),
  inWords: (answer) => {
    const { source, wallet_address, results, has_more, offset: start } = answer;
    const rest = has_more ? `more follow: pass offset ${start + results.length}` : 'no more follow';
    return [
      `${counted(results.length, 'reward record')} of wallet ${wallet_address} on this page, newest first, ${rest};`,
      `as of the ledger ${atSlot(source)}.`,
      mintInWords(answer),
      answer.disclosure,
      answer.contribution_disclosure,
    ]
      .filter(Boolean)
      .join(' ');
  },
});
