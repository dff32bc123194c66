import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { lifetimeOf, needsConfirmation } from '../../../core/rules/scopes.ts';
import type { KeyIssued } from '../../../schemas/rest/keys.ts';
import type { Caller } from '../../access/caller.ts';
import type { SignedMessage } from '../sign-in/sign-in.ts';
import { credentialAnswer } from './answers.ts';
import { confirmationRefused, confirmedNonce } from './confirm.ts';
import { type KeysContext, ownerOf } from './context.ts';
import { type KeyTerms, keyTerms } from './terms.ts';

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
