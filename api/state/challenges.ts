import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import { first, insertion, record, sweep, timestampColumn } from '../../core/oltp/statements.ts';

/** What a wallet was asked to sign. Times are milliseconds since the Unix epoch. */
const challenge = record({
  nonce: z.string(),
  wallet: z.string(),
  message: z.string(),
  issuedAt: timestampColumn,
  expiresAt: timestampColumn,
});

export type Challenge = z.output<typeof challenge.row>;

const FIND = `SELECT ${challenge.columns} FROM sign_in_challenges WHERE nonce = $1`;
const USE =
  'UPDATE sign_in_challenges SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2';

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges(oltp: Oltp) {
  return {
    save: async ({ nonce, wallet, message, issuedAt, expiresAt }: Challenge) => {
      await sweep(oltp, { table: 'sign_in_challenges', key: 'nonce' }, issuedAt);
      const times = { issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) };
      await oltp.run(...insertion('sign_in_challenges', { nonce, wallet, message, ...times }));
    },
    find: (nonce: string) => first(oltp, FIND, [nonce], challenge.row),
    /** Uses a challenge up; false if it was used, has expired or never existed. Of concurrent uses, exactly one wins. */
    use: async (nonce: string, now: number) => (await oltp.run(USE, [nonce, new Date(now)])) === 1,
  };
}
