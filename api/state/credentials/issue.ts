import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import { count, first, insertion, lockName } from '../../../core/oltp/statements.ts';
import { type Credential, credential, type SecretPrint } from './credential.ts';
import { type Occasion, recordEvent } from './events.ts';

/** The most active tokens and keys of one owner. */
const MOST_LIVE = 100;

const LIVE = `SELECT count(*) FROM credentials
  WHERE owner = $1 AND revoked_at IS NULL AND expires_at > $2 AND id <> $3`;

export interface CapacityRequest {
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** The credential that it replaces, if any. */
  readonly inPlaceOf?: string | undefined;
}

/**
 * Checks that an owner may have one more credential. Until the transaction ends no other one of the owner's is issued:
 * two concurrent issues must not both find the last place free.
 * @throws CREDENTIALS_FULL
 */
export async function requireCapacity(
  queries: Queries,
  { owner, now, inPlaceOf = '' }: CapacityRequest,
): Promise<void> {
  await lockName(queries, `credentials of ${owner}`);
  if ((await count(queries, LIVE, [owner, new Date(now), inPlaceOf])) >= MOST_LIVE) {
    throw new LaunchlensError('CREDENTIALS_FULL', { most: MOST_LIVE });
  }
}

export interface NewCredential
  extends Pick<Credential, 'kind' | 'owner' | 'label' | 'scopes' | 'tier' | 'expiresAt' | 'confirmedAt'> {
  readonly print: SecretPrint;
}

/**
 * Stores a new credential and its event, in the transaction that causes it.
 * @param inPlaceOf the credential that it replaces @throws CREDENTIALS_FULL
 */
export async function insertCredential(
  queries: Queries,
  { kind, owner, label, scopes, tier, print, expiresAt, confirmedAt }: NewCredential,
  occasion: Occasion,
  inPlaceOf?: string,
): Promise<Credential> {
  await requireCapacity(queries, { owner, now: occasion.at, inPlaceOf });
  const { hash, prefix, last4 } = print;
  const fields = {
    ...{ id: randomUUID(), kind, owner, label, scopes, tier, hash: Buffer.from(hash, 'hex'), prefix, last4 },
    ...{ createdAt: occasion.at, expiresAt, confirmedAt },
  };
  const statement = insertion('credentials', fields, `RETURNING ${credential.columns}`);
  const issued = await first(queries, ...statement, credential.row);
  if (!issued) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a new credential gave no row' });
  await recordEvent(queries, { kind: 'issued', credentialId: issued.id, owner, ...occasion });
  return issued;
}
