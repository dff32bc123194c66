import { detailExample } from './examples.ts';
import type { RewardBucketsAnswer, RewardsHistoryAnswer, RewardsSummaryAnswer } from './rewards.ts';

const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const NONE = { count: 0, priced_count: 0, amount_base_units: 0 };
const EMPTY: RewardBucketsAnswer = { accrued: NONE, pending: NONE, claimable: NONE, paid: NONE };
const referral: RewardBucketsAnswer = {
  accrued: { count: 3, priced_count: 2, amount_base_units: 2_500_000 },
  pending: { count: 1, priced_count: 0, amount_base_units: 0 },
  claimable: { count: 1, priced_count: 1, amount_base_units: 1_250_000 },
  paid: { count: 1, priced_count: 1, amount_base_units: 1_250_000 },
};

const envelope = {
  reward_asset: 'REWARD',
  decimals: 6,
  pre_mint: false,
  wallet_address: 'So11111111111111111111111111111111111111112',
  disclosure: 'A recorded accrual is not an entitlement to any amount.',
  contribution_disclosure: 'Contribution credits carry no entitlement.',
  ledger_revision: 42,
  source: detailExample.source,
} as const;

export const rewardsSummaryExample: RewardsSummaryAnswer = {
  ...envelope,
  totals: referral,
  programs: {
    ...{ referral, clone: EMPTY, integrator: EMPTY },
    ...{ signup_bonus: EMPTY, distribution: EMPTY, season: EMPTY },
  },
  history_only_programs: ['hive_contribution'],
};

/** Rows of the ledger, one JSON object per line. */
export const rewardsRowExample = [
  '{"kind":"accrued","record_id":17,"program":"referral","wallet":"So11111111111111111111111111111111111111112","at":"2026-10-01T00:00:00Z","amount_base_units":null}',
  '{"kind":"held","record_id":17,"at":"2026-10-03T00:00:00Z","reason":"self-referral?"}',
].join('\n');

export const rewardsHistoryExample: RewardsHistoryAnswer = {
  ...envelope,
  ...{ limit: 50, offset: 0, has_more: false },
  results: [
    {
      ...{ program: 'referral', id: 19, status: 'pending', amount_base_units: null },
      ...{ created_at: '2026-10-12T08:00:00Z', claimable_at: null, paid_at: null, tx_signature: '' },
    },
    {
      ...{ program: 'referral', id: 17, status: 'paid', amount_base_units: 1_250_000 },
      ...{ created_at: '2026-10-01T00:00:00Z', claimable_at: '2026-10-08T00:00:00Z' },
      ...{ paid_at: '2026-10-09T12:00:00Z', tx_signature: SIGNATURE },
    },
  ],
};
