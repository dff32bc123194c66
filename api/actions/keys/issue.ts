import { randomBytes } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { lifetimeOf, needsConfirmation } from '../../../core/rules/scopes.ts';
import type { KeyConfirmationAnswer, KeyIssued } from '../../../schemas/rest/keys.ts';
import { KEY_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { Caller } from '../../access/caller.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import type { SignedMessage } from '../sign-in/sign-in.ts';
import { wireInstant } from '../wire.ts';
import { credentialAnswer, type KeysContext, type KeyTerms, keyTerms, ownerOf } from './context.ts';

const LIFETIME_MS = 10 * 60 * 1000;
const NONCE_LINE = /^Nonce: ([0-9a-f]{32})$/m;

/** A message for the owner to sign before a key with these terms is issued: valid once, for ten minutes. */
export async function confirmKey(
  context: KeysContext,
  caller: Caller,
  asked: KeyTerms,
): Promise<KeyConfirmationAnswer> {
  const owner = ownerOf(caller);
  const { label, scopes } = keyTerms(asked);
  const issuedAt = context.clock.now();
  const expiresAt = issuedAt + LIFETIME_MS;
  const nonce = randomBytes(16).toString('hex');
  const { domain, uri } = context.place();
  const message = [
    `${domain} asks you to confirm a new API key for your wallet:`,
    owner,
    '',
    KEY_STATEMENT,
    '',
    `Label: ${label}`,
    `Scopes: ${scopes.join(', ')}`,
    `Key Lifetime: ${lifetimeOf('key', scopes) / 86_400_000} days`,
    `URI: ${uri}`,
    'Version: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${wireInstant(issuedAt)}`,
    `Expiration Time: ${wireInstant(expiresAt)}`,
  ].join('\n');
  await context.confirmations.save({ nonce, owner, label, scopes, message, issuedAt, expiresAt });
  return { message, expires_at: wireInstant(expiresAt) };
}

/**
 * The nonce of the owner's signature for exactly these terms; the issuer uses it up. @throws KEY_CONFIRMATION_REFUSED
 */
async function confirmedNonce(
  { confirmations, place, clock }: KeysContext,
  owner: Pubkey,
  { label, scopes }: KeyTerms,
  { message, signature }: SignedMessage,
): Promise<string> {
  const nonce = NONCE_LINE.exec(message)?.[1];
  const asked = nonce === undefined ? undefined : await confirmations.find(nonce);
  const sameTerms = asked?.owner === owner && asked.label === label && asked.scopes.join() === scopes.join();
  if (asked?.message !== message || !sameTerms) {
    throw confirmationRefused('the message is not the one for this owner, label and scopes');
  }
  if (!message.startsWith(`${place().domain} `))
    throw confirmationRefused('the message is for another domain');
  if (asked.expiresAt <= clock.now()) throw confirmationRefused('the message has expired');
  if (!isSignedBy(owner, message, signature)) {
    throw confirmationRefused('the signature is not one of your wallet over the message');
  }
  return asked.nonce;
}

function confirmationRefused(reason: string): LaunchlensError {
  return new LaunchlensError('KEY_CONFIRMATION_REFUSED', { reason });
}

export interface KeyAsked extends KeyTerms {
  readonly confirmation: SignedMessage | undefined;
  readonly surface: string;
}

/**
 * A new API key, shown only once. Anything beyond base scopes needs the owner's wallet signature, which is used up in
 * the transaction that stores the key. @throws KEY_CONFIRMATION_REQUIRED, KEY_CONFIRMATION_REFUSED
 */
export async function issueKey(context: KeysContext, caller: Caller, asked: KeyAsked): Promise<KeyIssued> {
  const { credentials, secrets, clock } = context;
  const owner = ownerOf(caller);
  const terms = keyTerms(asked);
  const { confirmation } = asked;
  if (confirmation === undefined && needsConfirmation(terms.scopes)) {
    throw new LaunchlensError('KEY_CONFIRMATION_REQUIRED', {});
  }
  const nonce = confirmation && (await confirmedNonce(context, owner, terms, confirmation));
  const { secret, print } = secrets.make('key');
  const now = clock.now();
  const issued = await credentials.issue(
    {
      ...{ ...terms, kind: 'key', tier: 'paired', owner, print },
      expiresAt: now + lifetimeOf('key', terms.scopes),
      confirmedAt: nonce === undefined ? undefined : now,
    },
    { at: now, surface: asked.surface, reason: 'asked for by the owner' },
    nonce,
  );
  if (!issued) throw confirmationRefused('the message was used already');
  return { key: secret, ...credentialAnswer(issued) };
}
