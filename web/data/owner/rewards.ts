import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { instant, integer, pubkey, small } from '../scalars.ts';
import { askOwner } from '../session.ts';
import { useOwnerQuery } from './list.ts';

const bucket = z.object({ count: integer, priced_count: integer, amount_base_units: integer });
const buckets = z.object({ accrued: bucket, pending: bucket, claimable: bucket, paid: bucket });

const envelope = z.object({
  reward_asset: z.string(),
  decimals: small,
  pre_mint: z.boolean(),
  wallet_address: pubkey,
  disclosure: z.string(),
  contribution_disclosure: z.string(),
});

const summary = envelope.extend({
  totals: buckets,
  programs: z.record(z.string(), buckets),
  in_payout: z.object({ totals: bucket, programs: z.record(z.string(), bucket) }),
});

const record = z.object({
  program: z.string(),
  id: integer,
  status: z.enum(['pending', 'claimable', 'paid']),
  amount_base_units: integer.nullable(),
  created_at: instant.nullable(),
  claimable_at: instant.nullable(),
  paid_at: instant.nullable(),
  tx_signature: z.string(),
  matures_at: instant.nullable(),
  pending_because: z.enum(['review_window', 'held', 'contribution_credit']).nullable(),
  payout_request_id: integer.nullable(),
});

const history = envelope.extend({ has_more: z.boolean(), results: z.array(record) });

const payoutRequest = z.object({
  id: integer,
  status: z.enum(['requested', 'settled', 'failed']),
  reward_amount: integer.nullable(),
  earning_count: small,
  tx_signature: z.string(),
});

const payouts = z.object({
  has_more: z.boolean(),
  results: z.array(
    payoutRequest.extend({
      program: z.string(),
      created_at: instant,
      settled_at: instant.nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

export type PayoutRequest = z.output<typeof payoutRequest>;
export type Payouts = z.output<typeof payouts>;
export type RewardBuckets = z.output<typeof buckets>;
export type RewardsSummary = z.output<typeof summary>;
export type RewardsHistory = z.output<typeof history>;
export type RewardRecord = z.output<typeof record>;

const REWARDS_AT_ONCE = 25;

/** Of the owner's wallet, or of an agent wallet that acts for it. */
export function useRewardsSummary(wallet: string | undefined) {
  const path = `/user-rewards/summary/${asked({ wallet_address: wallet })}` as const;
  return useQuery(useOwnerQuery(['rewards', wallet], { path, shape: summary }));
}

/** One page of the reward records, newest first; `page` from 0 on. */
export function useRewardsHistory(wallet: string | undefined, page: number) {
  const place = { limit: REWARDS_AT_ONCE, offset: page * REWARDS_AT_ONCE, wallet_address: wallet };
  const path = `/user-rewards/history/${asked(place)}` as const;
  const query = useOwnerQuery(['reward records', wallet, page], { path, shape: history });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** One page of the payout requests, newest first; `page` from 0 on. */
export function usePayouts(wallet: string | undefined, page: number) {
  const place = { limit: REWARDS_AT_ONCE, offset: page * REWARDS_AT_ONCE, wallet_address: wallet };
  const path = `/user-rewards/payouts/${asked(place)}` as const;
  const query = useOwnerQuery(['payouts', wallet, page], { path, shape: payouts });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** Where each programme that wallets claim themselves is claimed. */
export const CLAIM_PATHS = { referral: '/referrals/claim/', clone: '/creators/claim/' } as const;
export type ClaimProgram = keyof typeof CLAIM_PATHS;

/** Requests the payout of everything of a programme that is matured and priced. @throws Failure */
export function claimRewards(program: ClaimProgram, wallet: string): Promise<PayoutRequest> {
  const body = { wallet_address: wallet };
  return askOwner({ path: CLAIM_PATHS[program], method: 'POST', body, shape: payoutRequest });
}

function asked(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
