import { z } from 'zod';
import { PAYOUT_STATUSES } from '../payout-statuses.ts';
import { errorAnswer } from './error.ts';
import { payoutRequestId, rewardAmount } from './rewards.ts';
import { pubkey } from './scalars.ts';

const A_WALLET = 'a wallet address';

export const claimRequest = z.strictObject({
  wallet_address: z
    .string({ error: A_WALLET })
    .min(1, { error: A_WALLET })
    .max(64, { error: A_WALLET })
    .meta({
      description:
        'The account’s own wallet, or an agent wallet that it owns. Any other text, malformed or not, is answered 404.',
    }),
});

export const payoutFields = {
  id: payoutRequestId.meta({
    description: 'Id of the request. The treasury’s transfer has it in its memo.',
  }),
  status: z.enum(PAYOUT_STATUSES).meta({ description: '`requested` while it is open.' }),
  destination_address: pubkey.meta({ description: 'The wallet that is paid.' }),
  payout_mint: pubkey.meta({ description: 'Always the reward token’s mint.' }),
  reward_amount: rewardAmount
    .nullable()
    .meta({ description: 'Amount to be paid, in base units of 6 decimals; exact at any size.' }),
  earning_count: z.int().nonnegative().meta({ description: 'Reward records in it.' }),
  tx_signature: z.string().meta({ description: 'The settling transaction; empty until it is settled.' }),
} as const;

/** Every field is always sent; the specification marks none as required, and so does its description. */
export const payoutRequest = z.strictObject(payoutFields).meta({ required: [] });

/** Why a claim finds nothing to request. */
export const claimRefusal = z.strictObject({
  ...errorAnswer.shape,
  payout_request_id: payoutRequestId.optional().meta({
    description: 'With `claim_already_requested`: the newest payout request that has the records already.',
  }),
});

export const preMintRefusal = z.strictObject({
  detail: z.string(),
  pre_mint: z.literal(true),
  reward_asset: z.string().meta({ description: 'Symbol of the reward token.' }),
});

export type PayoutRequestAnswer = z.output<typeof payoutRequest>;
export type PreMintRefusal = z.output<typeof preMintRefusal>;
