import { z } from 'zod';
import { timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import type { Scope } from '../../../core/rules/scopes.ts';
import { scopesColumn } from '../scopes-column.ts';

/** What an owner was asked to sign before a key is issued. Times are Unix milliseconds. */
export interface KeyConfirmation {
  readonly nonce: string;
  readonly owner: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly message: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface KeyConfirmations {
  save(confirmation: KeyConfirmation): Promise<void>;
  find(nonce: string): Promise<KeyConfirmation | undefined>;
}

const row = z
  .object({
    nonce: z.string(),
    owner: z.string(),
    label: z.string(),
    scopes: scopesColumn,
    message: z.string(),
    issued_at: timestampColumn,
    expires_at: timestampColumn,
  })
  .transform(
    ({ issued_at: issuedAt, expires_at: expiresAt, ...rest }): KeyConfirmation => ({
      ...rest,
      issuedAt,
      expiresAt,
    }),
  );

/** Each new one deletes more expired ones. */
const SWEEP = `DELETE FROM key_confirmations WHERE nonce IN (
  SELECT nonce FROM key_confirmations WHERE expires_at < $1 ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;
const SAVE = `INSERT INTO key_confirmations (nonce, owner, label, scopes, message, issued_at, expires_at)
  VALUES ($1, $2, $3, $4::text[], $5, $6, $7)`;
const FIND = `SELECT nonce, owner, label, array_to_string(scopes, ',') AS scopes, message, issued_at, expires_at
  FROM key_confirmations WHERE nonce = $1`;
const USE =
  'UPDATE key_confirmations SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2';

export function createKeyConfirmations(oltp: Oltp): KeyConfirmations {
  return {
    save: async ({ nonce, owner, label, scopes, message, issuedAt, expiresAt }) => {
      await oltp.run(SWEEP, [new Date(issuedAt)]);
      const times = [new Date(issuedAt), new Date(expiresAt)];
      await oltp.run(SAVE, [nonce, owner, label, scopes, message, ...times]);
    },
    find: async (nonce) => (await oltp.query(FIND, [nonce], row))[0],
  };
}

/** Uses a confirmation up; false if it was used before or has expired. Of concurrent uses, exactly one wins. */
export async function useConfirmation(queries: Queries, nonce: string, now: number): Promise<boolean> {
  return (await queries.run(USE, [nonce, new Date(now)])) === 1;
}
