import { type ZodType, z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';
import { type Fields, first, insertion, record, sweep, timestampColumn } from '../../core/oltp/statements.ts';
import { scopesColumn } from './credentials/credential.ts';

/** Messages that a wallet was asked to sign once, before a sign-in. */
export const createChallenges = (oltp: Oltp) => asked(oltp, 'sign_in_challenges', { wallet: z.string() });
/** The same before a key is issued. */
export const createKeyConfirmations = (oltp: Oltp) =>
  asked(oltp, 'key_confirmations', { owner: z.string(), label: z.string(), scopes: scopesColumn });

export type Challenges = ReturnType<typeof createChallenges>;
export type KeyConfirmations = ReturnType<typeof createKeyConfirmations>;
export type Challenge = NonNullable<Awaited<ReturnType<Challenges['find']>>>;

type Table = 'sign_in_challenges' | 'key_confirmations';

const ALWAYS = {
  nonce: z.string(),
  message: z.string(),
  issuedAt: timestampColumn,
  expiresAt: timestampColumn,
};

/** Times are milliseconds since the Unix epoch. */
function asked<Terms extends Readonly<Record<string, ZodType<string | readonly string[], string>>>>(
  oltp: Oltp,
  table: Table,
  terms: Terms,
) {
  const { columns, row } = record({ ...ALWAYS, ...terms });
  return {
    save: async (challenge: Fields<typeof ALWAYS> & Fields<Terms>) => {
      await sweep(oltp, { table, key: 'nonce' }, challenge.issuedAt);
      await oltp.run(...insertion(table, challenge));
    },
    find: (nonce: string) => first(oltp, `SELECT ${columns} FROM ${table} WHERE nonce = $1`, [nonce], row),
    use: (nonce: string, now: number) => useOnce(oltp, table, nonce, now),
  };
}

/** Uses one up; false if it was used, has expired or never existed. Of concurrent uses, exactly one wins. */
export async function useOnce(queries: Queries, table: Table, nonce: string, now: number): Promise<boolean> {
  const sql = `UPDATE ${table} SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2`;
  return (await queries.run(sql, [nonce, new Date(now)])) === 1;
}
