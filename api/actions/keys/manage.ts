import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { CredentialKind } from '../../../core/rules/scopes.ts';
import type {
  CredentialAnswer,
  CredentialEventsAnswer,
  CredentialListAnswer,
  KeyIssued,
  TokenRotated,
} from '../../../schemas/rest/keys.ts';
import type { Caller } from '../../access/caller.ts';
import type { RotationRefusal } from '../../state/credentials/rotate.ts';
import { newestFirst } from '../page.ts';
import { credentialAnswer, eventAnswer, type KeysContext, ownerOf } from './context.ts';

export interface OwnCredential {
  readonly kind: CredentialKind;
  readonly id: string;
  readonly surface: string;
}

/** Credentials of the caller, newest first. */
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

/** Events of the caller's credentials, newest first. */
export async function listEvents(
  { events }: KeysContext,
  caller: Caller,
  { limit, before }: { limit: number; before: bigint | undefined },
): Promise<CredentialEventsAnswer> {
  const owner = ownerOf(caller);
  return newestFirst(limit, (most) => events.list(owner, { limit: most, before }), eventAnswer);
}
