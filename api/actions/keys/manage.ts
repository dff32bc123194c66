import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import { type CredentialKind, lifetimeOf, OPERATOR_SCOPES, type Scope } from '../../../core/rules/scopes.ts';
import type {
  CredentialAnswer,
  CredentialDetail,
  CredentialEventsAnswer,
  CredentialListAnswer,
  KeyIssued,
  TokenRotated,
} from '../../../schemas/rest/keys.ts';
import type { Secrets } from '../../access/agents/secret.ts';
import type { Caller } from '../../access/caller.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import type { RotationRefusal } from '../../state/credentials/rotate.ts';
import type { OperatorActions } from '../../state/operator-actions.ts';
import type { IntentsContext } from '../intents/context.ts';
import { newestFirst } from '../page.ts';
import { wireAmount } from '../wire.ts';
import { credentialAnswer, eventAnswer, type KeysContext, keyTerms, ownerOf } from './context.ts';

export interface OwnCredential {
  readonly kind: CredentialKind;
  readonly id: string;
  readonly surface: string;
}

export async function listCredentials(
  { credentials }: KeysContext,
  caller: Caller,
  { kind, limit, before }: { kind: CredentialKind; limit: number; before: string | undefined },
): Promise<CredentialListAnswer> {
  const owner = ownerOf(caller);
  const listed = (most: number) => credentials.list({ owner, kind }, { limit: most, before });
  return newestFirst(limit, listed, credentialAnswer);
}

const RECENT_MINUTES = 10;
/** How far the clock of another issuer may be ahead. */
const AHEAD_MS = 60_000;

const REFUSALS: Readonly<Record<RotationRefusal, () => LaunchlensError>> = {
  unknown: () => new LaunchlensError('CREDENTIAL_UNKNOWN', {}),
  revoked: () => new LaunchlensError('CREDENTIAL_REVOKED', {}),
  expired: () => new LaunchlensError('CREDENTIAL_EXPIRED', {}),
  old_sign_in: () => new LaunchlensError('SIGN_IN_TOO_OLD', { minutes: RECENT_MINUTES }),
};

/**
 * Replaces the secret on the same terms; the old one is refused from the next call on. Beyond base scopes the owner must
 * have signed in recently: a stolen session must not become a trading key.
 * @throws CREDENTIAL_UNKNOWN, CREDENTIAL_REVOKED, CREDENTIAL_EXPIRED, SIGN_IN_TOO_OLD
 */
export async function rotateCredential(
  { credentials, secrets, clock }: KeysContext,
  caller: Caller,
  { kind, id, surface }: OwnCredential,
): Promise<KeyIssued | TokenRotated> {
  const { secret, print } = secrets.make(kind);
  const now = clock.now();
  const rotation = { print, now, surface, recentSignIn: signedInRecently(caller, now) };
  const rotated = await credentials.rotate({ id, kind, owner: ownerOf(caller) }, rotation);
  if (typeof rotated === 'string') throw REFUSALS[rotated]();
  const answer = credentialAnswer(rotated);
  return kind === 'key' ? { key: secret, ...answer } : { token: secret, ...answer };
}

function signedInRecently({ session }: Caller, now: number): boolean {
  const age = session?.signedInAt === undefined ? Number.POSITIVE_INFINITY : now - session.signedInAt;
  return age >= -AHEAD_MS && age <= RECENT_MINUTES * 60_000;
}

/** Safe to repeat. @throws CREDENTIAL_UNKNOWN */
export async function revokeCredential(
  { credentials, clock }: KeysContext,
  caller: Caller,
  { kind, id, surface }: OwnCredential,
): Promise<CredentialAnswer> {
  const occasion = { at: clock.now(), surface, reason: 'asked for by the owner' };
  const revoked = await credentials.revoke({ id, kind, owner: ownerOf(caller) }, occasion);
  if (!revoked) throw new LaunchlensError('CREDENTIAL_UNKNOWN', {});
  return credentialAnswer(revoked);
}

interface EventPage {
  readonly limit: number;
  readonly before: bigint | undefined;
  readonly credential_id?: string | undefined;
}

export async function listEvents(
  { events }: KeysContext,
  caller: Caller,
  { limit, before, credential_id: credentialId }: EventPage,
): Promise<CredentialEventsAnswer> {
  const owner = ownerOf(caller);
  const listed = (most: number) => events.list(owner, { limit: most, before, credentialId });
  return newestFirst(limit, listed, eventAnswer);
}

/** One credential of the owner, and what counts against the owner's limits of 24 hours. @throws CREDENTIAL_UNKNOWN */
export async function findCredential(
  { credentials, clock }: KeysContext,
  { intents }: Pick<IntentsContext, 'intents'>,
  caller: Caller,
  id: string,
): Promise<CredentialDetail> {
  const owner = ownerOf(caller);
  const found = await credentials.byId(id);
  if (found?.owner !== owner) throw new LaunchlensError('CREDENTIAL_UNKNOWN', {});
  const spent = await intents.spent(owner, clock.now());
  return {
    kind: found.kind,
    credential: credentialAnswer(found),
    spent_in_24_hours: [...spent].map(([mint, amount]) => ({ mint, amount: wireAmount(amount) })),
  };
}

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
  const beyond = terms.scopes.find((scope) => !OPERATOR_SCOPES.includes(scope));
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
