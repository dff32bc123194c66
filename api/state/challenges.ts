import { z } from 'zod';
import { timestampColumn } from '../../core/oltp/columns.ts';
import type { Oltp } from '../../core/oltp/port.ts';

/** What a wallet was asked to sign. Times are milliseconds since the Unix epoch. */
export interface Challenge {
  readonly nonce: string;
  readonly wallet: string;
  readonly message: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface Challenges {
  save(challenge: Challenge): Promise<void>;
  find(nonce: string): Promise<Challenge | undefined>;
  /** Uses a challenge up; false if it was used, has expired or never existed. Of concurrent uses, exactly one wins. */
  use(nonce: string, now: number): Promise<boolean>;
}

const challengeRow = z.object({
  nonce: z.string(),
  wallet: z.string(),
  message: z.string(),
  issued_at: timestampColumn,
  expires_at: timestampColumn,
});

/** Each new one deletes more expired ones, so their number stays bounded. */
const SWEEP = `DELETE FROM sign_in_challenges WHERE nonce IN (
  SELECT nonce FROM sign_in_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;
const SAVE = `INSERT INTO sign_in_challenges (nonce, wallet, message, issued_at, expires_at)
  VALUES ($1, $2, $3, $4, $5)`;
const FIND = 'SELECT nonce, wallet, message, issued_at, expires_at FROM sign_in_challenges WHERE nonce = $1';
const USE =
  'UPDATE sign_in_challenges SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2';

export function createChallenges(oltp: Oltp): Challenges {
  return {
    save: async ({ nonce, wallet, message, issuedAt, expiresAt }) => {
      await oltp.run(SWEEP, [new Date(issuedAt)]);
      await oltp.run(SAVE, [nonce, wallet, message, new Date(issuedAt), new Date(expiresAt)]);
    },
    find: async (nonce) => {
      const [row] = await oltp.query(FIND, [nonce], challengeRow);
      if (!row) return undefined;
      const { issued_at: issuedAt, expires_at: expiresAt, ...rest } = row;
      return { ...rest, issuedAt, expiresAt };
    },
    use: async (nonce, now) => (await oltp.run(USE, [nonce, new Date(now)])) === 1,
  };
}
