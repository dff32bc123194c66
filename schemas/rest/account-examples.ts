import type { PayoutRequestAnswer, PreMintRefusal } from './claims.ts';
import type { ChallengeAnswer, SignInAnswer } from './sign-in.ts';
import { SIGN_IN_STATEMENT } from './signed-statements.ts';

export const EXAMPLE_WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const NONCE = '3f9a1c57b2d84e60a5c7e8f90b1d2436';
const MESSAGE = `launchlens.example wants you to sign in with your Solana account:
${EXAMPLE_WALLET}

${SIGN_IN_STATEMENT}

URI: https://launchlens.example
Version: 1
Chain ID: devnet
Nonce: ${NONCE}
Issued At: 2026-10-01T12:00:00.000Z
Expiration Time: 2026-10-01T12:05:00.000Z`;

export const challengeRequestExample = { wallet_address: EXAMPLE_WALLET };

export const challengeExample: ChallengeAnswer = {
  message: MESSAGE,
  nonce: NONCE,
  expires_at: '2026-10-01T12:05:00.000Z',
};

export const signInRequestExample = {
  message: MESSAGE,
  signature: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
};

export const signInExample: SignInAnswer = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI3eEtYIn0.c2lnbmF0dXJl',
  expires_at: '2026-10-02T00:00:00Z',
};

export const claimRequestExample = { wallet_address: EXAMPLE_WALLET };

export const payoutRequestExample: PayoutRequestAnswer = {
  id: 41,
  status: 'requested',
  destination_address: EXAMPLE_WALLET,
  payout_mint: 'So11111111111111111111111111111111111111112',
  reward_amount: 2_500_000,
  earning_count: 2,
  tx_signature: '',
};

export const preMintRefusalExample: PreMintRefusal = {
  detail: 'REWARD is not minted yet. Accruals are recorded, and nothing settles before the mint.',
  pre_mint: true,
  reward_asset: 'REWARD',
};
