import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { smallColumn } from '../../../core/oltp/columns.ts';
import type { Queries } from '../../../core/oltp/port.ts';

/** The most active tokens and keys of one owner. */
export const MOST_LIVE = 100;

/** Two concurrent issues must not both find the last place free. */
const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('credentials of ' || $1, 0))`;
const LIVE = `SELECT count(*) AS live FROM credentials
  WHERE owner = $1 AND revoked_at IS NULL AND expires_at > $2 AND id <> $3`;

export interface CapacityRequest {
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** The credential that it replaces, if any. */
  readonly inPlaceOf?: string | undefined;
}

/**
 * Checks that an owner may have one more credential. Until the transaction ends no other one of the owner's is issued.
 * @throws CREDENTIALS_FULL
 */
export async function requireCapacity(
  queries: Queries,
  { owner, now, inPlaceOf = '' }: CapacityRequest,
): Promise<void> {
  await queries.query(ONE_BY_ONE, [owner], z.unknown());
  const row = z.object({ live: smallColumn });
  const [counted] = await queries.query(LIVE, [owner, new Date(now), inPlaceOf], row);
  if (counted === undefined || counted.live >= MOST_LIVE) {
    throw new LaunchlensError('CREDENTIALS_FULL', { most: MOST_LIVE });
  }
}
