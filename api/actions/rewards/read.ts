import type { Clock } from '../../../core/kernel/clock.ts';
import {
  type RewardBucket,
  type RewardBuckets,
  rewardRow,
  sumRewards,
} from '../../../core/rules/reward-buckets.ts';
import { REWARD_DECIMALS } from '../../../core/rules/reward-mint.ts';
import { HISTORY_ONLY_PROGRAMS, SUMMED_PROGRAMS } from '../../../core/rules/rewards.ts';
import {
  type RewardsHistoryAnswer,
  type RewardsSummaryAnswer,
  rewardBucket,
  rewardBuckets,
  rewardHistoryRow,
} from '../../../schemas/rest/rewards.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import type { Access } from '../../access/access.ts';
import type { Caller } from '../../access/caller.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { Stamp } from '../../read/model.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';
import type { OpenSum, Payouts } from '../../state/payouts/payouts.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireCount } from '../wire.ts';
import { writerOf } from '../write.ts';

const writeBucket = writerOf(rewardBucket);
const writeBuckets = writerOf(rewardBuckets);
const writeRow = writerOf(rewardHistoryRow);

/** The operator's statements in every answer about rewards. */
export interface RewardTerms {
  readonly asset: string;
  readonly disclosure: string;
  readonly contributionDisclosure: string;
}

export interface RewardsContext {
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly rewards: RewardsReader;
  readonly access: Pick<Access, 'caller' | 'mayRead' | 'readableWallet'>;
  readonly payouts: Pick<Payouts, 'find' | 'list' | 'openByProgram' | 'requestsOf'>;
  readonly terms: RewardTerms;
  readonly clock: Clock;
}

/** What applies to a whole answer about rewards. */
export interface RewardMoments {
  readonly stamp: Stamp;
  readonly preMint: boolean;
  readonly now: number;
}

/** Whether the mint exists is decided at the newest slot of the index, review by the wall clock. */
async function rewardMoments({ mirror, rewards }: RewardsContext, now: number): Promise<RewardMoments> {
  const stamp = await mirror.stampAt(undefined);
  return { stamp, preMint: await rewards.preMint(stamp), now };
}

/** The fields of every answer about rewards. */
function envelope(
  { terms }: Pick<RewardsContext, 'terms'>,
  { stamp, preMint }: RewardMoments,
  ledgerRevision: bigint,
) {
  return {
    reward_asset: terms.asset,
    decimals: REWARD_DECIMALS,
    pre_mint: preMint,
    disclosure: terms.disclosure,
    contribution_disclosure: terms.contributionDisclosure,
    ledger_revision: wireCount(ledgerRevision),
    source: sourceStamp(stamp),
  } as const;
}

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
  const [moments, { facts, ledgerRevision }, open] = await Promise.all([
    rewardMoments(context, now),
    context.rewards.groups(wallet, now),
    context.payouts.openByProgram(wallet),
  ]);
  const { totals, programs } = sumRewards(facts, moments.preMint);
  return {
    ...envelope(context, moments, ledgerRevision),
    wallet_address: wallet,
    totals: writeBuckets(bucketsOf(totals)),
    programs: Object.fromEntries(
      SUMMED_PROGRAMS.map((name) => [name, writeBuckets(bucketsOf(programs[name]))]),
    ) as RewardsSummaryAnswer['programs'],
    in_payout: inPayoutOf(open),
    history_only_programs: [...HISTORY_ONLY_PROGRAMS],
  };
}

function inPayoutOf(open: readonly OpenSum[]): RewardsSummaryAnswer['in_payout'] {
  const sum = (sums: readonly OpenSum[]) => {
    const count = sums.reduce((total, { records }) => total + records, 0n);
    const amountBaseUnits = sums.reduce((total, { amount }) => total + amount, 0n);
    return writeBucket({ count, pricedCount: count, amountBaseUnits });
  };
  const programs = SUMMED_PROGRAMS.map((name) => [name, sum(open.filter(({ program }) => program === name))]);
  return { totals: sum(open), programs: Object.fromEntries(programs) };
}

function bucketsOf({ accrued, pending, claimable, paid }: RewardBuckets) {
  const bucket = ({ amount, ...counts }: RewardBucket) => ({ ...counts, amountBaseUnits: amount });
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
  /** Pins the page to this revision of the ledger. */
  readonly ledgerRevision?: bigint | undefined;
}

/**
 * The reward records of a wallet, newest first.
 * @throws WALLET_UNBOUND, WALLET_FORBIDDEN, LEDGER_REVISION_AHEAD, MIRROR_NOT_READY
 */
export async function rewardsHistory(
  context: RewardsContext,
  caller: Caller,
  { walletAddress, ...page }: HistoryRequest,
): Promise<RewardsHistoryAnswer> {
  const wallet = await context.access.readableWallet(caller, walletAddress);
  const [moments, { facts, ledgerRevision }] = await Promise.all([
    rewardMoments(context, context.clock.now()),
    context.rewards.history({ wallet, program: page.program, ...page }),
  ]);
  const requests = await context.payouts.requestsOf(facts.records.map(({ recordId }) => recordId));
  return {
    ...envelope(context, moments, ledgerRevision),
    wallet_address: wallet,
    ...{ limit: page.limit, offset: page.offset, has_more: facts.more },
    results: facts.records.flatMap((record) => {
      const row = rewardRow(record, moments);
      if (!row) return [];
      const payoutRequestId = requests.get(row.recordId);
      return [writeRow({ ...row, id: row.recordId, amountBaseUnits: row.amount, payoutRequestId })];
    }),
  };
}
