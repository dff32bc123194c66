import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { requireCapacity } from '../credentials/capacity.ts';
import { COLUMNS, type Pairing, type PairingOutcome, pairingRow } from './pairing.ts';
import { type Poll, type PollOutcome, poll } from './poll.ts';

export interface NewPairing
  extends Pick<
    Pairing,
    'id' | 'clientName' | 'scopes' | 'createdAt' | 'expiresAt' | 'tokenExpiresAt' | 'intervalSeconds'
  > {
  /** SHA-256 of the device code, in hex. */
  readonly deviceHash: string;
  /** HMAC of the user code with a key of the service, in hex: short codes could be guessed from a plain hash. */
  readonly userCodeHash: string;
}

export interface Decision {
  readonly outcome: PairingOutcome;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: number;
}

export interface Pairings {
  /** False if another pairing has the user code. */
  start(pairing: NewPairing): Promise<boolean>;
  /**
   * The pairing after the attempt: an undecided one is decided once, by exactly one of any number.
   * @throws CREDENTIALS_FULL
   */
  decide(id: string, decision: Decision): Promise<Pairing | undefined>;
  poll(asked: Poll): Promise<PollOutcome>;
}

/** Each new one deletes more expired ones. */
const SWEEP = `DELETE FROM pairings WHERE id IN (
  SELECT id FROM pairings WHERE expires_at < $1 ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;
const START = `INSERT INTO pairings (id, device_hash, user_code_hash, client_name, scopes, created_at, expires_at,
    token_expires_at, interval_seconds)
  VALUES ($1, decode($2, 'hex'), decode($3, 'hex'), $4, $5::text[], $6, $7, $8, $9)
  ON CONFLICT (user_code_hash) DO NOTHING`;
const BY_USER_CODE = `SELECT ${COLUMNS} FROM pairings WHERE user_code_hash = decode($1, 'hex')`;
const DECIDE = `UPDATE pairings SET status = $2, owner = $3, decided_at = $4
  WHERE id = $1 AND status = 'pending' AND expires_at > $4`;
const BY_ID = `SELECT ${COLUMNS} FROM pairings WHERE id = $1`;

export function createPairings(oltp: Oltp): Pairings {
  return {
    start: async ({ id, deviceHash, userCodeHash, clientName, scopes, intervalSeconds, ...times }) => {
      const dates = [times.createdAt, times.expiresAt, times.tokenExpiresAt].map((at) => new Date(at));
      await oltp.run(SWEEP, [new Date(times.createdAt)]);
      const values = [id, deviceHash, userCodeHash, clientName, scopes, ...dates, intervalSeconds];
      return (await oltp.run(START, values)) === 1;
    },
    decide: (id, { outcome, owner, now }) =>
      oltp.transaction(async (queries) => {
        const decided = await queries.run(DECIDE, [id, outcome, owner, new Date(now)]);
        // The approver learns immediately if there is no room; the poll that creates the token checks again.
        if (decided === 1 && outcome === 'approved') await requireCapacity(queries, { owner, now });
        return (await queries.query(BY_ID, [id], pairingRow))[0];
      }),
    poll: (asked) => poll(oltp, asked),
  };
}

/** The pairing of a user code, in any state. */
export async function pairingByUserCode(
  queries: Queries,
  userCodeHash: string,
): Promise<Pairing | undefined> {
  return (await queries.query(BY_USER_CODE, [userCodeHash], pairingRow))[0];
}
