import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../../../core/oltp/port.ts';
import { first } from '../../../core/oltp/statements.ts';
import { INTENT_COLUMNS, type Intent, intentRow } from './intent.ts';

/** A request that may be a repeat. */
export type Asked = Pick<Intent, 'owner' | 'planId' | 'idempotencyKey' | 'action' | 'arguments'>;

/** The same request with the same idempotency key; or a request whose key or plan is used up. */
export type Repeat =
  | { readonly kind: 'repeated'; readonly intent: Intent }
  | { readonly kind: 'idempotency_conflict'; readonly intentId: string }
  | { readonly kind: 'plan_mismatch' }
  | { readonly kind: 'plan_used'; readonly intentId: string };

const BY_KEY = `SELECT ${INTENT_COLUMNS} FROM intents WHERE owner = $1 AND idempotency_key = $2`;
const BY_PLAN = `SELECT ${INTENT_COLUMNS} FROM intents WHERE owner = $1 AND plan_id = $2`;

/** The entry of an idempotency key; undefined if it is new, or there is none. */
export async function repeatOfKey(queries: Queries, asked: Asked): Promise<Repeat | undefined> {
  const { owner, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return undefined;
  const intent = await first(queries, BY_KEY, [owner, idempotencyKey], intentRow);
  if (!intent) return undefined;
  return isSame(intent, asked)
    ? { kind: 'repeated', intent }
    : { kind: 'idempotency_conflict', intentId: intent.id };
}

/** The same request by its key, otherwise by its plan: whatever has happened to the intent and the chain since. */
export async function repeatOf(queries: Queries, asked: Asked): Promise<Repeat | undefined> {
  const repeat = await repeatOfKey(queries, asked);
  if (repeat) return repeat;
  const intent = await first(queries, BY_PLAN, [asked.owner, asked.planId], intentRow);
  if (!intent) return undefined;
  return isSame(intent, asked) ? { kind: 'plan_used', intentId: intent.id } : { kind: 'plan_mismatch' };
}

/** Only by the request itself: what it resolved to, such as a label's wallet, may differ today. */
function isSame(intent: Intent, asked: Asked): boolean {
  return intent.action === asked.action && isDeepStrictEqual(intent.arguments, asked.arguments);
}
