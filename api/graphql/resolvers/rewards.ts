import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import type {
  RewardBucketsAnswer,
  RewardHistoryRowAnswer,
  RewardsSummaryAnswer,
} from '../../../schemas/rest/rewards.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import { rewardsHistory, rewardsSummary } from '../../actions/rewards/read.ts';
import { wireDigits } from '../../actions/wire.ts';
import type { Scope } from '../request/scope.ts';

interface OfWallet {
  readonly walletAddress?: Pubkey | null;
}

interface OfRecords extends OfWallet {
  readonly program?: RewardProgram | null;
  readonly limit: number;
  readonly offset: number;
}

/** The caller is checked first. */
export const rewardResolvers = {
  rewardsSummary: async (_root: unknown, { walletAddress }: OfWallet, scope: Scope) => {
    const { rewards, caller } = await scope.owned();
    const answer = await rewardsSummary(rewards, caller, { walletAddress: walletAddress ?? undefined });
    const { totals, programs, ...rest } = answer;
    return { ...camelCased(rest), totals: bucketsNode(totals), programs: programsNode(programs) };
  },

  rewardsHistory: async (
    _root: unknown,
    { walletAddress, program, limit, offset }: OfRecords,
    scope: Scope,
  ) => {
    const { rewards, caller } = await scope.owned();
    const { results, ...rest } = await rewardsHistory(rewards, caller, {
      walletAddress: walletAddress ?? undefined,
      program: program ?? undefined,
      limit,
      offset,
    });
    return { ...camelCased(rest), results: results.map(recordNode) };
  },
};

function programsNode(programs: RewardsSummaryAnswer['programs']) {
  return camelCased(
    Object.fromEntries(Object.entries(programs).map(([name, buckets]) => [name, bucketsNode(buckets)])),
  );
}

function bucketsNode({ accrued, pending, claimable, paid }: RewardBucketsAnswer) {
  const bucket = ({ amount_base_units: amount, ...counts }: RewardBucketsAnswer['paid']) => ({
    ...camelCased(counts),
    amountBaseUnits: wireDigits(amount),
  });
  return {
    accrued: bucket(accrued),
    pending: bucket(pending),
    claimable: bucket(claimable),
    paid: bucket(paid),
  };
}

function recordNode({ id, amount_base_units: amount, ...rest }: RewardHistoryRowAnswer) {
  return {
    ...camelCased(rest),
    id: wireDigits(id),
    amountBaseUnits: amount === null ? null : wireDigits(amount),
  };
}
