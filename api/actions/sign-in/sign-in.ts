import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { ChallengeAnswer, SignInAnswer, SignOutAnswer } from '../../../schemas/rest/sign-in.ts';
import { SIGN_IN_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { Caller, TokenIssuer } from '../../access/caller.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import type { Challenge, Challenges } from '../../state/challenges.ts';
import type { EndedSessions } from '../../state/ended-sessions.ts';
import { wireInstant } from '../wire.ts';

/** Where people sign in, as shown in the message. */
export interface SignInPlace {
  /** Host and port, without a scheme. */
  readonly domain: string;
  readonly uri: string;
}

export interface SignInContext {
  readonly challenges: Challenges;
  readonly endedSessions: Pick<EndedSessions, 'end'>;
  /** Undefined if another issuer signs people in. */
  readonly issuer: TokenIssuer | undefined;
  /** Evaluated at each sign-in, because an API on a random port knows its address only once it listens. */
  readonly place: () => SignInPlace;
  /** The chain whose wallets sign in. */
  readonly chainId: string;
  readonly clock: Clock;
}

const NONCE_LINE = /^Nonce: ([0-9A-Za-z]{8,64})$/m;

export interface MessageParts extends SignInPlace {
  readonly wallet: string;
  readonly chainId: string;
  readonly nonce: string;
  /** RFC 3339. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** A message in Sign In With Solana's format, which wallets recognise and show as a sign-in. */
function signInMessage(parts: MessageParts): string {
  return [
    `${opening(parts.domain)}${parts.wallet}`,
    '',
    SIGN_IN_STATEMENT,
    '',
    `URI: ${parts.uri}`,
    'Version: 1',
    `Chain ID: ${parts.chainId}`,
    `Nonce: ${parts.nonce}`,
    `Issued At: ${parts.issuedAt}`,
    `Expiration Time: ${parts.expiresAt}`,
  ].join('\n');
}

/** The start of a domain's message. */
function opening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:\n`;
}

function nonceOf(message: string): string | undefined {
  return NONCE_LINE.exec(message)?.[1];
}

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

/** Ends the session of the request's bearer token: every process refuses it from the next request on. */
export async function signOut(
  { endedSessions }: Pick<SignInContext, 'endedSessions'>,
  { session }: Caller,
): Promise<SignOutAnswer> {
  if (session === undefined) throw new LaunchlensError('SIGN_IN_REQUIRED', {});
  await endedSessions.end(session.idHash, session.expiresAt);
  return { signed_out: true };
}
