import type { Oltp } from '../../../core/oltp/port.ts';
import { COLUMNS, type Credential, credentialRow } from './credential.ts';
import { type Occasion, recordEvent } from './events.ts';
import { type CredentialName, LOCKED } from './rotate.ts';

const LOCKED_BY_ID = `SELECT ${COLUMNS} FROM credentials WHERE id = $1 FOR UPDATE`;
const REVOKE = `UPDATE credentials SET revoked_at = $2 WHERE id = $1 RETURNING ${COLUMNS}`;

/** Ends a credential; one that has already ended stays unchanged. @param name only its id, for operators */
export function revoke(
  oltp: Oltp,
  name: CredentialName | Pick<CredentialName, 'id'>,
  occasion: Occasion,
): Promise<Credential | undefined> {
  return oltp.transaction(async (queries) => {
    const found =
      'owner' in name
        ? queries.query(LOCKED, [name.id, name.owner, name.kind], credentialRow)
        : queries.query(LOCKED_BY_ID, [name.id], credentialRow);
    const [old] = await found;
    if (!old || old.revokedAt !== undefined) return old;
    const [revoked] = await queries.query(REVOKE, [old.id, new Date(occasion.at)], credentialRow);
    await recordEvent(queries, { kind: 'revoked', credentialId: old.id, owner: old.owner, ...occasion });
    return revoked;
  });
}
