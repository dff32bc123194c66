import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { SignInAnswer } from '../../../schemas/rest/sign-in.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import type { Challenge } from '../../state/challenges.ts';
import { wireInstant } from '../wire.ts';
import type { SignInContext } from './context.ts';
import { nonceOf, opening } from './message.ts';

export interface SignedMessage {
  readonly message: string;
  /** 64 bytes of ed25519 over the message's UTF-8 bytes. */
  readonly signature: Uint8Array;
}

/**
 * A bearer token for the wallet that signed a message of `challenge`. The challenge is used up last, so that only the
 * wallet can use it up. @throws SIGN_IN_ELSEWHERE, SIGN_IN_REFUSED
 */
export async function signIn(context: SignInContext, signed: SignedMessage): Promise<SignInAnswer> {
  const { issuer, challenges, clock } = context;
  if (!issuer) throw new LaunchlensError('SIGN_IN_ELSEWHERE', {});
  const asked = await issuedChallenge(context, signed.message);
  const wallet = parsePubkey(asked.wallet);
  if (!isSignedBy(wallet, signed.message, signed.signature)) {
    throw refused('the signature is not one of the wallet over the message');
  }
  if (!(await challenges.use(asked.nonce, clock.now()))) throw refused('the message was used already');
  const { token, expiresAt } = await issuer.issue(wallet);
  return { token, expires_at: wireInstant(expiresAt) };
}

async function issuedChallenge(
  { challenges, place, clock }: SignInContext,
  message: string,
): Promise<Challenge> {
  const nonce = nonceOf(message);
  const found = nonce === undefined ? undefined : await challenges.find(nonce);
  if (found?.message !== message) throw refused('the message is not one that this API issued');
  if (!message.startsWith(opening(place().domain))) throw refused('the message is for another domain');
  if (found.expiresAt <= clock.now()) throw refused('the message has expired');
  return found;
}

function refused(reason: string): LaunchlensError {
  return new LaunchlensError('SIGN_IN_REFUSED', { reason });
}
