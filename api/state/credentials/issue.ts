import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import { requireCapacity } from './capacity.ts';
import { COLUMNS, type Credential, credentialRow, type SecretPrint } from './credential.ts';
import { type Occasion, recordEvent } from './events.ts';

export interface NewCredential
  extends Pick<Credential, 'kind' | 'owner' | 'label' | 'scopes' | 'tier' | 'expiresAt' | 'confirmedAt'> {
  readonly print: SecretPrint;
}

const INSERT = `INSERT INTO credentials
    (id, kind, owner, label, scopes, tier, hash, prefix, last4, created_at, expires_at, confirmed_at)
  VALUES ($1, $2, $3, $4, $5::text[], $6, decode($7, 'hex'), $8, $9, $10, $11, $12)
  RETURNING ${COLUMNS}`;

/**
 * Stores a new credential and its event, in the transaction that causes it.
 * @param inPlaceOf the credential that it replaces @throws CREDENTIALS_FULL
 */
export async function insertCredential(
  queries: Queries,
  credential: NewCredential,
  occasion: Occasion,
  inPlaceOf?: string,
): Promise<Credential> {
  const { kind, owner, label, scopes, tier, print, expiresAt, confirmedAt } = credential;
  await requireCapacity(queries, { owner, now: occasion.at, inPlaceOf });
  const values = [
    ...[randomUUID(), kind, owner, label, scopes, tier, print.hash, print.prefix, print.last4],
    ...[new Date(occasion.at), new Date(expiresAt)],
    confirmedAt === undefined ? null : new Date(confirmedAt),
  ];
  const [issued] = await queries.query(INSERT, values, credentialRow);
  if (!issued) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a new credential gave no row' });
  await recordEvent(queries, { kind: 'issued', credentialId: issued.id, owner, ...occasion });
  return issued;
}
