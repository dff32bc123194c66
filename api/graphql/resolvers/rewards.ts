import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import type { RewardBucketsAnswer, RewardHistoryRowAnswer } from '../../../schemas/rest/rewards.ts';
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
  readonly ledgerRevision?: bigint | number | null;
}

/** The caller is checked first. */
export const rewardResolvers = {
  rewardsSummary: async (_root: unknown, { walletAddress }: OfWallet, scope: Scope) => {
    const { rewards, caller } = await scope.owned();
    const answer = await rewardsSummary(rewards, caller, { walletAddress: walletAddress ?? undefined });
    const { totals, programs, in_payout: inPayout, ...rest } = answer;
    return {
      ...camelCased(rest),
      totals: bucketsNode(totals),
      programs: byProgramNode(programs, bucketsNode),
      inPayout: {
        totals: bucketNode(inPayout.totals),
        programs: byProgramNode(inPayout.programs, bucketNode),
      },
    };
  },

  rewardsHistory: async (
    _root: unknown,
    { walletAddress, program, limit, offset, ledgerRevision }: OfRecords,
    scope: Scope,
  ) => {
    const { rewards, caller } = await scope.owned();
    const { results, ...rest } = await rewardsHistory(rewards, caller, {
      walletAddress: walletAddress ?? undefined,
      program: program ?? undefined,
      limit,
      offset,
      ledgerRevision: ledgerRevision == null ? undefined : BigInt(ledgerRevision),
    });
    return { ...camelCased(rest), results: results.map(recordNode) };
  },
};

function byProgramNode<Value, Node>(programs: Readonly<Record<string, Value>>, node: (value: Value) => Node) {
  return camelCased(Object.fromEntries(Object.entries(programs).map(([name, value]) => [name, node(value)])));
}

function bucketNode({ amount_base_units: amount, ...counts }: RewardBucketsAnswer['paid']) {
  return { ...camelCased(counts), amountBaseUnits: wireDigits(amount) };
}

function bucketsNode({ accrued, pending, claimable, paid }: RewardBucketsAnswer) {
  return {
    accrued: bucketNode(accrued),
    pending: bucketNode(pending),
    claimable: bucketNode(claimable),
    paid: bucketNode(paid),
  };
}

function recordNode(record: RewardHistoryRowAnswer) {
  const { id, amount_base_units: amount, payout_request_id: request, ...rest } = record;
  return {
    ...camelCased(rest),
    id: wireDigits(id),
    amountBaseUnits: amount === null ? null : wireDigits(amount),
    payoutRequestId: request === null ? null : wireDigits(request),
  };
}
