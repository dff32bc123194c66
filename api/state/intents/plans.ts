import { z } from 'zod';
import { timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';

/** What an agent was told about a call; only the digest of its arguments. Times are Unix milliseconds. */
export interface IntentPlan {
  readonly id: string;
  readonly owner: string;
  readonly credentialId: string;
  readonly action: string;
  /** SHA-256 of action, arguments and resolved wallets, in hex. */
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface KeptPlan extends IntentPlan {
  /** The intent created from it. */
  readonly intentId: string | undefined;
}

const row = z
  .object({
    id: z.string(),
    owner: z.string(),
    credential_id: z.string(),
    action: z.string(),
    digest: z.string(),
    created_at: timestampColumn,
    expires_at: timestampColumn,
    intent_id: z.string().nullable(),
  })
  .transform(
    ({ credential_id, created_at, expires_at, intent_id, ...rest }): KeptPlan => ({
      ...rest,
      credentialId: credential_id,
      createdAt: created_at,
      expiresAt: expires_at,
      intentId: intent_id ?? undefined,
    }),
  );

/** Each new one deletes more expired ones. */
const SWEEP = `DELETE FROM intent_plans WHERE id IN (
  SELECT id FROM intent_plans WHERE intent_id IS NULL AND expires_at < $1
  ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;
const SAVE = `INSERT INTO intent_plans (id, owner, credential_id, action, digest, created_at, expires_at)
  VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6, $7)`;
const LOCKED = `SELECT id, owner, credential_id, action, encode(digest, 'hex') AS digest, created_at, expires_at, intent_id
  FROM intent_plans WHERE id = $1 AND owner = $2 FOR UPDATE`;
const USE = 'UPDATE intent_plans SET intent_id = $2 WHERE id = $1 AND intent_id IS NULL';

export async function savePlan(oltp: Oltp, plan: IntentPlan): Promise<void> {
  const { id, owner, credentialId, action, digest, createdAt, expiresAt } = plan;
  await oltp.run(SWEEP, [new Date(createdAt)]);
  await oltp.run(SAVE, [id, owner, credentialId, action, digest, new Date(createdAt), new Date(expiresAt)]);
}

/** A plan of an owner, locked until the transaction ends. */
export async function lockPlan(queries: Queries, id: string, owner: string): Promise<KeptPlan | undefined> {
  return (await queries.query(LOCKED, [id, owner], row))[0];
}

/** False if an intent was created from it before. */
export async function usePlan(queries: Queries, id: string, intentId: string): Promise<boolean> {
  return (await queries.run(USE, [id, intentId])) === 1;
}
