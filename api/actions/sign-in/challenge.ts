import { randomBytes } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChallengeAnswer } from '../../../schemas/rest/sign-in.ts';
import type { SignInContext } from './context.ts';
import { signInMessage } from './message.ts';

const LIFETIME_MS = 5 * 60 * 1000;

/** A message for a wallet to sign, valid once, for five minutes. @throws SIGN_IN_ELSEWHERE */
export async function challenge(context: SignInContext, wallet: Pubkey): Promise<ChallengeAnswer> {
  if (!context.issuer) throw new LaunchlensError('SIGN_IN_ELSEWHERE', {});
  const issuedAt = context.clock.now();
  const expiresAt = issuedAt + LIFETIME_MS;
  const nonce = randomBytes(16).toString('hex');
  const expires = new Date(expiresAt).toISOString();
  const message = signInMessage({
    ...context.place(),
    wallet,
    nonce,
    chainId: context.chainId,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: expires,
  });
  await context.challenges.save({ nonce, wallet, message, issuedAt, expiresAt });
  return { message, nonce, expires_at: expires };
}
