import type { Oltp } from '../../../core/oltp/port.ts';
import { first } from '../../../core/oltp/statements.ts';
import { lifetimeOf, needsConfirmation } from '../../../core/rules/scopes.ts';
import { moveWebhooks } from '../webhooks/registrant.ts';
import { type Credential, credential, type SecretPrint } from './credential.ts';
import { type Occasion, recordEvent } from './events.ts';
import { insertCredential } from './issue.ts';

/** Which credential; another owner's, or one of another kind, counts as missing. */
export type CredentialName = Pick<Credential, 'id' | 'kind' | 'owner'>;

export interface Rotation {
  readonly print: SecretPrint;
  /** Unix milliseconds. */
  readonly now: number;
  readonly surface: string;
  /** Whether the owner signed in recently; otherwise no credential beyond base scopes is rotated. */
  readonly recentSignIn: boolean;
}

/** Why a credential is not rotated. */
export type RotationRefusal = 'unknown' | 'revoked' | 'expired' | 'old_sign_in';

const { columns, row } = credential;
const LOCKED_BY_ID = `SELECT ${columns} FROM credentials WHERE id = $1 FOR UPDATE`;
const LOCKED = `SELECT ${columns} FROM credentials WHERE id = $1 AND owner = $2 AND kind = $3 FOR UPDATE`;
const REPLACE = 'UPDATE credentials SET revoked_at = $2, replaced_by = $3 WHERE id = $1';
const REVOKE = `UPDATE credentials SET revoked_at = $2 WHERE id = $1 RETURNING ${columns}`;

/** Replaces a credential with one of the same terms and a new secret, in one step. Its webhooks move along. */
export function rotate(
  oltp: Oltp,
  { id, owner, kind }: CredentialName,
  { print, now, surface, recentSignIn }: Rotation,
): Promise<Credential | RotationRefusal> {
  return oltp.transaction(async (queries) => {
    const old = await first(queries, LOCKED, [id, owner, kind], row);
    if (!old) return 'unknown';
    if (old.revokedAt !== undefined) return 'revoked';
    if (old.expiresAt <= now) return 'expired';
    if (!recentSignIn && needsConfirmation(old.scopes)) return 'old_sign_in';
    const next = { ...old, print, expiresAt: now + lifetimeOf(kind, old.scopes) };
    const occasion = { at: now, surface };
    const issued = await insertCredential(queries, next, { ...occasion, reason: `in place of ${id}` }, id);
    await queries.run(REPLACE, [id, new Date(now), issued.id]);
    await moveWebhooks(queries, id, issued.id);
    const reason = `replaced by ${issued.id}`;
    await recordEvent(queries, { kind: 'rotated', credentialId: id, owner, ...occasion, reason });
    return issued;
  });
}

/** Ends a credential; one that has already ended stays unchanged. @param name only its id, for operators */
export function revoke(
  oltp: Oltp,
  name: CredentialName | Pick<CredentialName, 'id'>,
  occasion: Occasion,
): Promise<Credential | undefined> {
  return oltp.transaction(async (queries) => {
    const old = await ('owner' in name
      ? first(queries, LOCKED, [name.id, name.owner, name.kind], row)
      : first(queries, LOCKED_BY_ID, [name.id], row));
    if (!old || old.revokedAt !== undefined) return old;
    const revoked = await first(queries, REVOKE, [old.id, new Date(occasion.at)], row);
    await recordEvent(queries, { kind: 'revoked', credentialId: old.id, owner: old.owner, ...occasion });
    return revoked;
  });
}
