import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, insertion, record, sweep, timestampColumn } from '../../../core/oltp/statements.ts';
import { scopesColumn } from './credential.ts';

/** What an owner was asked to sign before a key is issued. Times are Unix milliseconds. */
const confirmation = record({
  nonce: z.string(),
  owner: z.string(),
  label: z.string(),
  scopes: scopesColumn,
  message: z.string(),
  issuedAt: timestampColumn,
  expiresAt: timestampColumn,
});

export type KeyConfirmation = z.output<typeof confirmation.row>;

const FIND = `SELECT ${confirmation.columns} FROM key_confirmations WHERE nonce = $1`;
const USE =
  'UPDATE key_confirmations SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2';

export type KeyConfirmations = ReturnType<typeof createKeyConfirmations>;

export function createKeyConfirmations(oltp: Oltp) {
  return {
    save: async ({ nonce, owner, label, scopes, message, issuedAt, expiresAt }: KeyConfirmation) => {
      await sweep(oltp, { table: 'key_confirmations', key: 'nonce' }, issuedAt);
      const times = { issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) };
      await oltp.run(...insertion('key_confirmations', { nonce, owner, label, scopes, message, ...times }));
    },
    find: (nonce: string) => first(oltp, FIND, [nonce], confirmation.row),
  };
}

/** Uses a confirmation up; false if it was used before or has expired. Of concurrent uses, exactly one wins. */
export async function useConfirmation(queries: Queries, nonce: string, now: number): Promise<boolean> {
  return (await queries.run(USE, [nonce, new Date(now)])) === 1;
}
