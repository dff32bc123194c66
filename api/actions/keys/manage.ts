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
import { newestFirst } from '../newest-first.ts';
import { credentialAnswer, eventAnswer } from './answers.ts';
import { type KeysContext, ownerOf } from './context.ts';

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

/** The same terms under a new secret; the old one is refused from the next call on. @throws CREDENTIAL_UNKNOWN, CREDENTIAL_REVOKED */
export async function rotateCredential(
  { credentials, secrets, clock }: KeysContext,
  caller: Caller,
  { kind, id, surface }: OwnCredential,
): Promise<KeyIssued | TokenRotated> {
  const { secret, print } = secrets.make(kind);
  const rotation = { print, now: clock.now(), surface };
  const rotated = await credentials.rotate({ id, kind, owner: ownerOf(caller) }, rotation);
  if (rotated === 'unknown') throw new LaunchlensError('CREDENTIAL_UNKNOWN', {});
  if (rotated === 'revoked') throw new LaunchlensError('CREDENTIAL_REVOKED', {});
  const answer = credentialAnswer(rotated);
  return kind === 'key' ? { key: secret, ...answer } : { token: secret, ...answer };
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

/** What became of the caller's credentials, newest first. */
export async function listEvents(
  { events }: KeysContext,
  caller: Caller,
  { limit, before }: { limit: number; before: bigint | undefined },
): Promise<CredentialEventsAnswer> {
  const owner = ownerOf(caller);
  return newestFirst(limit, (most) => events.list(owner, { limit: most, before }), eventAnswer);
}
