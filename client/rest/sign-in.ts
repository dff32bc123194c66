import { base58 } from '@scure/base';
import { AuthenticationError } from '../errors/refusals.ts';
import type { CallOptions } from '../http/http.ts';
import type { Challenge, Session } from '../types/answers.ts';
import type { Rest } from './rest.ts';

/** A wallet that signs messages, as browsers provide it. The key stays in the wallet. */
export interface MessageSigner {
  /** Its public key in base58. */
  readonly address: string;
  /** The ed25519 signature of the bytes: 64 bytes, or the same in base58. */
  signMessage(message: Uint8Array): Promise<Uint8Array | string> | Uint8Array | string;
}

/** The wallet's signature over a message, in base58. */
export async function signatureOf(wallet: MessageSigner, message: string): Promise<string> {
  const signed = await wallet.signMessage(new TextEncoder().encode(message));
  return typeof signed === 'string' ? signed : base58.encode(signed);
}

/** Signs the owner of a wallet in. @throws AuthenticationError, RateLimitedError */
export async function signIn(rest: Rest, wallet: MessageSigner, options: CallOptions): Promise<Session> {
  const body = { wallet_address: wallet.address };
  const { message } = await rest.post<Challenge>('/auth/challenge/', { body, repeatable: true }, options);
  const signature = await signatureOf(wallet, message);
  return rest.post('/auth/sign-in/', { body: { message, signature }, secrets: [signature] }, options);
}

/** Ends the session whose token is sent. A token that the server already refuses has nothing left to end. */
export async function signOut(rest: Rest, options: CallOptions): Promise<void> {
  try {
    await rest.post('/auth/sign-out/', { body: {}, repeatable: true }, options);
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
  }
}
