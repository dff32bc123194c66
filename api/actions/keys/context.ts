import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { orderedScopes, type Scope } from '../../../core/rules/scopes.ts';
import { credential, credentialEvent } from '../../../schemas/rest/keys.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import type { Caller } from '../../access/caller.ts';
import type { KeyConfirmations } from '../../state/challenges.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import type { CredentialEvents } from '../../state/credentials/events.ts';
import type { OperatorActions } from '../../state/operator-actions.ts';
import type { SignInPlace } from '../sign-in/sign-in.ts';
import { writerOf } from '../write.ts';

export interface KeysContext {
  readonly credentials: Credentials;
  readonly events: CredentialEvents;
  readonly confirmations: KeyConfirmations;
  readonly secrets: Pick<Secrets, 'make'>;
  readonly operatorActions: OperatorActions;
  readonly place: () => SignInPlace;
  readonly clock: Clock;
}

/** The wallet that owns the credentials. @throws WALLET_UNBOUND */
export function ownerOf({ wallet }: Caller): Pubkey {
  if (wallet === undefined) throw new LaunchlensError('WALLET_UNBOUND', {});
  return wallet;
}

export interface KeyTerms {
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** The terms of a requested key: its scopes always include `read`. */
export function keyTerms({ label, scopes }: KeyTerms): KeyTerms {
  return { label, scopes: orderedScopes(['read', ...scopes]) };
}

export const credentialAnswer = writerOf(credential);
export const eventAnswer = writerOf(credentialEvent);
