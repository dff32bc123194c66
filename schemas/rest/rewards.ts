import { z } from 'zod';
import { PENDING_REASONS, REWARD_PROGRAMS } from '../reward-programs.ts';
import { count, dateTime, pubkey, type WireInteger } from './scalars.ts';
import { source } from './source.ts';

/** Exact at any size: sums may exceed 2^64. */
const integer = z.custom<WireInteger>(
  (value) =>
    Number.isSafeInteger(value) || (typeof value === 'object' && value !== null && 'rawJSON' in value),
);

/** A double may not hold it, nor may 64 bits hold a sum: oapi-codegen, which cannot know that, takes this Go type. */
const EXCEEDS_DOUBLE = {
  'x-exceeds-2-53': true,
  'x-go-type': 'big.Int',
  'x-go-type-import': { path: 'math/big' },
} as const;

const whole = (description: string, example: number) =>
  integer.meta({ type: 'integer', minimum: 0, description, examples: [example], ...EXCEEDS_DOUBLE });

export const rewardRecordId = whole('Record id.', 17);
export const rewardAmount = whole('Token amount in base units.', 1_250_000);
/** Given by this service, which counts them from 1: a path takes them as they are. */
export const payoutRequestId = integer.meta({
  type: 'integer',
  minimum: 1,
  description: 'Id of a payout request.',
  examples: [3],
});

export const rewardProgram = z
  .enum(REWARD_PROGRAMS)
  .meta({ description: 'Programme of a reward record.', examples: ['referral'] });

export const rewardBucket = z.strictObject({
  count: whole('Reward records in this state.', 3),
  priced_count: whole('How many of those have a token amount.', 2),
  amount_base_units: whole('Sum of the priced records, in base units; the others add nothing.', 2_500_000),
});

export const rewardBuckets = z.strictObject({
  accrued: rewardBucket.meta({ description: 'Pending, claimable and paid together.' }),
  pending: rewardBucket.meta({ description: 'Inside the 7-day review window, or held for review.' }),
  claimable: rewardBucket.meta({
    description: 'Matured. It cannot be paid before the mint, see `pre_mint`.',
  }),
  paid: rewardBucket.meta({ description: 'Settled on chain in the reward token.' }),
});

const ENVELOPE = {
  reward_asset: z.string().meta({ description: 'Symbol of the reward token.', examples: ['REWARD'] }),
  decimals: z.literal(6),
  pre_mint: z.boolean().meta({
    description:
      'True until the reward token’s mint exists. While true, fee-share accruals have no amount and nothing settles.',
  }),
  wallet_address: pubkey.meta({ description: 'The wallet read.' }),
  disclosure: z.string().meta({ description: 'Must be shown with any reward figure.' }),
  contribution_disclosure: z.string().meta({
    description: 'Must be shown with contribution credits, even if there are none.',
  }),
  ledger_revision: count.meta({
    description: 'Revision of the reward ledger: every batch up to this one is included, and none after it.',
    examples: [42],
  }),
  source: source.meta({ description: 'The state at which `pre_mint` is exact.' }),
} as const;

function bySummedProgram<Shape extends z.ZodType>(shape: Shape) {
  const { hive_contribution: _, ...summed } = Object.fromEntries(
    REWARD_PROGRAMS.map((name) => [name, shape]),
  ) as Record<(typeof REWARD_PROGRAMS)[number], Shape>;
  return z.strictObject(summed);
}

export const rewardsInPayout = z.strictObject({
  totals: rewardBucket,
  programs: bySummedProgram(rewardBucket).meta({
    description: 'Every summed programme, with zeros if it has no open request.',
  }),
});

/** The rewards of a wallet, by programme and in total. */
export const rewardsSummaryAnswer = z.strictObject({
  ...ENVELOPE,
  totals: rewardBuckets,
  programs: bySummedProgram(rewardBuckets).meta({
    description: 'Every summed programme, with zeros if it has no records.',
  }),
  in_payout: rewardsInPayout.meta({
    description:
      'Records in open payout requests, and the sum of these requests. A record stays `claimable` until it is paid, so a claim requests what is claimable and priced less this.',
  }),
  history_only_programs: z.array(rewardProgram).meta({
    description: 'Programmes that are never summed, only listed in the history.',
  }),
});

export const rewardHistoryRow = z.strictObject({
  program: rewardProgram,
  id: rewardRecordId,
  status: z.enum(['pending', 'claimable', 'paid']),
  amount_base_units: rewardAmount
    .nullable()
    .meta({ description: 'Token amount in base units; null for an accrual that is not priced yet.' }),
  created_at: dateTime.nullable().meta({ description: 'When the record was accrued.' }),
  claimable_at: dateTime.nullable().meta({
    description: 'Null while held, and until that time is reached.',
  }),
  paid_at: dateTime.nullable().meta({ description: 'When it was paid; null before.' }),
  tx_signature: z.string().meta({ description: 'Signature of the payment; empty until paid.' }),
  matures_at: dateTime.nullable().meta({
    description:
      'When the record becomes or became claimable; null while held, and for contribution credits.',
  }),
  pending_because: z.enum(PENDING_REASONS).nullable().meta({
    description:
      'Why a pending record waits: the 7-day `review_window`, a hold (`held`), or its programme, which is never paid.',
  }),
  payout_request_id: payoutRequestId.nullable().meta({
    description: 'The payout request that contains the record, open or settled; null if none does.',
  }),
});

/** The reward records of a wallet, newest first. */
export const rewardsHistoryAnswer = z.strictObject({
  ...ENVELOPE,
  limit: count.meta({ description: 'Most records of the page, as requested.' }),
  offset: count.meta({ description: 'Skipped records, as requested.' }),
  has_more: z.boolean().meta({ description: 'Whether another page follows.' }),
  results: z.array(rewardHistoryRow).meta({
    description: 'Newest first; for the same time, the greater id first. Voided records are not listed.',
  }),
});

export type RewardBucketsAnswer = z.output<typeof rewardBuckets>;
export type RewardHistoryRowAnswer = z.output<typeof rewardHistoryRow>;
export type RewardsSummaryAnswer = z.output<typeof rewardsSummaryAnswer>;
export type RewardsHistoryAnswer = z.output<typeof rewardsHistoryAnswer>;
