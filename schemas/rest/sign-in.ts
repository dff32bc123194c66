import { z } from 'zod';
import { checkedPubkey, checkedSignature } from '../base58.ts';
import { dateTime, pubkey } from './scalars.ts';

const A_MESSAGE = 'the message of a challenge, unchanged';

export const walletKey = checkedPubkey.meta(pubkey.meta() ?? {});

export const walletSignature = checkedSignature.meta({
  description: 'The wallet’s ed25519 signature over the message’s bytes, base58.',
});

export const challengeRequest = z.strictObject({
  wallet_address: walletKey.meta({ description: 'The wallet that will sign.' }),
});

export const challengeAnswer = z.strictObject({
  message: z
    .string()
    .meta({ description: 'The text that the wallet signs, in the format of Sign In With Solana.' }),
  nonce: z.string().meta({ description: 'The nonce in the message, valid once.' }),
  expires_at: dateTime.meta({ description: 'When the message expires.' }),
});

export const signInRequest = z.strictObject({
  message: z
    .string({ error: A_MESSAGE })
    .min(1, { error: A_MESSAGE })
    .max(4096, { error: A_MESSAGE })
    .meta({ description: 'The message of the challenge, unchanged.' }),
  signature: walletSignature,
});

export const signInAnswer = z.strictObject({
  token: z.string().meta({ description: 'Bearer token (JWT) of the wallet’s account.' }),
  expires_at: dateTime.meta({ description: 'When the token expires.' }),
});

export const signOutAnswer = z.strictObject({
  signed_out: z.literal(true).meta({ description: 'The token is refused from the next request on.' }),
});

export type ChallengeAnswer = z.output<typeof challengeAnswer>;
export type SignInAnswer = z.output<typeof signInAnswer>;
export type SignOutAnswer = z.output<typeof signOutAnswer>;
