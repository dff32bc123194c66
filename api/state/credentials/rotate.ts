import type { Oltp } from '../../../core/oltp/port.ts';
import { lifetimeOf, needsConfirmation } from '../../../core/rules/scopes.ts';
import { moveWebhooks } from '../webhooks/registrant.ts';
import { COLUMNS, type Credential, credentialRow, type SecretPrint } from './credential.ts';
import { recordEvent } from './events.ts';
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

export const LOCKED = `SELECT ${COLUMNS} FROM credentials WHERE id = $1 AND owner = $2 AND kind = $3 FOR UPDATE`;
const REPLACE = 'UPDATE credentials SET revoked_at = $2, replaced_by = $3 WHERE id = $1';

/** Replaces a credential with one of the same terms and a new secret, in one step. Its webhooks move along. */
export function rotate(
  oltp: Oltp,
  { id, owner, kind }: CredentialName,
  { print, now, surface, recentSignIn }: Rotation,
): Promise<Credential | RotationRefusal> {
  return oltp.transaction(async (queries) => {
    const [old] = await queries.query(LOCKED, [id, owner, kind], credentialRow);
    if (!old) return 'unknown';
    if (old.revokedAt !== undefined) return 'revoked';
    if (old.expiresAt <= now) return 'expired';
    if (!recentSignIn && needsConfirmation(old.scopes)) return 'old_sign_in';
    const expiresAt = now + lifetimeOf(kind, old.scopes);
    const occasion = { at: now, surface };
    const issued = await insertCredential(
      queries,
      { ...old, print, expiresAt },
      { ...occasion, reason: `in place of ${id}` },
      id,
    );
    await queries.run(REPLACE, [id, new Date(now), issued.id]);
    await moveWebhooks(queries, id, issued.id);
    const reason = `replaced by ${issued.id}`;
    await recordEvent(queries, { kind: 'rotated', credentialId: id, owner, ...occasion, reason });
    return issued;
  });
}
