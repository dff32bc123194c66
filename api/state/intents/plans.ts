import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  bytesColumn,
  first,
  insertion,
  record,
  sweep,
  timestampColumn,
} from '../../../core/oltp/statements.ts';

/** What was said about a call, to an agent or the owner; only the digest of its arguments. Times are Unix milliseconds. */
const stored = record({
  id: z.string(),
  owner: z.string(),
  /** Undefined if the owner asked. */
  credentialId: z.string().nullable(),
  action: z.string(),
  /** SHA-256 of action, arguments and resolved wallets, in hex. */
  digest: bytesColumn,
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  /** The intent created from it. */
  intentId: z.string().nullable(),
});

type KeptPlan = z.output<typeof stored.row>;
export type IntentPlan = Omit<KeptPlan, 'intentId'>;

const EXPIRED = { table: 'intent_plans', key: 'id', and: 'intent_id IS NULL' };
const LOCKED = `SELECT ${stored.columns} FROM intent_plans WHERE id = $1 AND owner = $2 FOR UPDATE`;
const USE = 'UPDATE intent_plans SET intent_id = $2 WHERE id = $1 AND intent_id IS NULL';

export async function savePlan(oltp: Oltp, plan: IntentPlan): Promise<void> {
  const { id, owner, credentialId, action, digest, createdAt, expiresAt } = plan;
  await sweep(oltp, EXPIRED, createdAt);
  const about = { id, owner, credentialId, action, digest: Buffer.from(digest, 'hex') };
  const fields = { ...about, createdAt, expiresAt };
  await oltp.run(...insertion('intent_plans', fields));
}

/** A plan of an owner, locked until the transaction ends. */
export function lockPlan(queries: Queries, id: string, owner: string): Promise<KeptPlan | undefined> {
  return first(queries, LOCKED, [id, owner], stored.row);
}

/** False if an intent was created from it before. */
export async function usePlan(queries: Queries, id: string, intentId: string): Promise<boolean> {
  return (await queries.run(USE, [id, intentId])) === 1;
}
