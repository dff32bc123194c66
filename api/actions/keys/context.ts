import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import type { Caller } from '../../access/caller.ts';
import type { KeyConfirmations } from '../../state/credentials/confirmations.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import type { CredentialEvents } from '../../state/credentials/events.ts';
import type { OperatorActions } from '../../state/operator-actions.ts';
import type { SignInPlace } from '../sign-in/context.ts';

/** The dependencies for owners' credential management. */
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
