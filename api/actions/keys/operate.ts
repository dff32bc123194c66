import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import { BASE_SCOPES, lifetimeOf, type Scope } from '../../../core/rules/scopes.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import type { OperatorActions } from '../../state/operator-actions.ts';
import { keyTerms } from './context.ts';

/** The dependencies for operators' credential management. Actions are recorded under the operator's name. */
export interface OperateKeysContext {
  readonly credentials: Credentials;
  readonly operatorActions: OperatorActions;
  readonly clock: Clock;
}

export interface OperatorIssue {
  readonly owner: Pubkey;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly operator: string;
}

export interface OperatorChange {
  readonly id: string;
  readonly operator: string;
}

const SURFACE = 'operator';

/**
 * A key for an owner, with base scopes only: other scopes need the owner's signature.
 * @throws KEY_NEEDS_OWNER
 */
export async function issueForOwner(
  { credentials, operatorActions, clock, secrets }: OperateKeysContext & { secrets: Pick<Secrets, 'make'> },
  { owner, operator, ...asked }: OperatorIssue,
): Promise<{ readonly secret: string; readonly credential: Credential }> {
  const terms = keyTerms(asked);
  const beyond = terms.scopes.find((scope) => !BASE_SCOPES.includes(scope));
  if (beyond !== undefined) throw new LaunchlensError('KEY_NEEDS_OWNER', { scope: beyond });
  const { secret, print } = secrets.make('key');
  const at = clock.now();
  const credential = await credentials.issue(
    {
      ...{ ...terms, kind: 'key', tier: 'paired', owner, print },
      expiresAt: at + lifetimeOf('key', terms.scopes),
      confirmedAt: undefined,
    },
    { at, surface: SURFACE, reason: 'by the operator' },
  );
  if (!credential) throw new LaunchlensError('INTERNAL', {});
  const details = { id: credential.id, owner, ...terms };
  await operatorActions.record({ at, operator, action: 'keys issue', details });
  return { secret, credential };
}

/** Safe to repeat. @throws CREDENTIAL_UNKNOWN */
export async function revokeAsOperator(
  { credentials, operatorActions, clock }: OperateKeysContext,
  { id, operator }: OperatorChange,
): Promise<Credential> {
  const at = clock.now();
  const credential = await credentials.revoke({ id }, { at, surface: SURFACE, reason: 'by the operator' });
  if (!credential) throw new LaunchlensError('CREDENTIAL_UNKNOWN', {});
  await operatorActions.record({ at, operator, action: 'keys revoke', details: { id } });
  return credential;
}

/** Grants or removes the elevated tier, from the next call on. @throws CREDENTIAL_UNKNOWN */
export async function setTier(
  { credentials, operatorActions, clock }: OperateKeysContext,
  { id, operator, tier }: OperatorChange & { readonly tier: RateTier },
): Promise<Credential> {
  const credential = await credentials.setTier(id, tier);
  if (!credential) throw new LaunchlensError('CREDENTIAL_UNKNOWN', {});
  await operatorActions.record({ at: clock.now(), operator, action: 'keys tier', details: { id, tier } });
  return credential;
}
