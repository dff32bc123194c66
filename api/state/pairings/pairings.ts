import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, insertion, sweep } from '../../../core/oltp/statements.ts';
import { requireCapacity } from '../credentials/issue.ts';
import { type Pairing, type PairingOutcome, pairing } from './pairing.ts';
import { type Poll, poll } from './poll.ts';

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

const BY_USER_CODE = `SELECT ${pairing.columns} FROM pairings WHERE user_code_hash = decode($1, 'hex')`;
const DECIDE = `UPDATE pairings SET status = $2, owner = $3, decided_at = $4
  WHERE id = $1 AND status = 'pending' AND expires_at > $4`;
const BY_ID = `SELECT ${pairing.columns} FROM pairings WHERE id = $1`;

export type Pairings = ReturnType<typeof createPairings>;

export function createPairings(oltp: Oltp) {
  return {
    /** False if another pairing has the user code. */
    start: async ({
      deviceHash,
      userCodeHash,
      createdAt,
      expiresAt,
      tokenExpiresAt,
      ...rest
    }: NewPairing) => {
      await sweep(oltp, { table: 'pairings', key: 'id' }, createdAt);
      const { id, clientName, scopes, intervalSeconds } = rest;
      const fields = {
        ...{ id, clientName, scopes, intervalSeconds },
        deviceHash: Buffer.from(deviceHash, 'hex'),
        userCodeHash: Buffer.from(userCodeHash, 'hex'),
        ...{ createdAt, expiresAt, tokenExpiresAt },
      };
      const statement = insertion('pairings', fields, 'ON CONFLICT (user_code_hash) DO NOTHING');
      return (await oltp.run(...statement)) === 1;
    },
    /**
     * The pairing after the attempt: an undecided one is decided once, by exactly one of any number.
     * @throws CREDENTIALS_FULL
     */
    decide: (id: string, { outcome, owner, now }: Decision) =>
      oltp.transaction(async (queries) => {
        const decided = await queries.run(DECIDE, [id, outcome, owner, new Date(now)]);
        // The approver learns immediately if there is no room; the poll that creates the token checks again.
        if (decided === 1 && outcome === 'approved') await requireCapacity(queries, { owner, now });
        return first(queries, BY_ID, [id], pairing.row);
      }),
    poll: (asked: Poll) => poll(oltp, asked),
  };
}

/** The pairing of a user code, in any state. */
export function pairingByUserCode(queries: Queries, userCodeHash: string): Promise<Pairing | undefined> {
  return first(queries, BY_USER_CODE, [userCodeHash], pairing.row);
}
