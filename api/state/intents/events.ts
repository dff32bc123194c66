import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import { first, record, timestampColumn } from '../../../core/oltp/statements.ts';
import { INTENT_STATUSES } from '../../../schemas/rest/intent-statuses.ts';
import { emitEvent } from '../outbox/emit.ts';
import type { Intent } from './intent.ts';

const INTENT_MOVERS = ['agent', 'owner', 'chain', 'time'] as const;
export type IntentMover = (typeof INTENT_MOVERS)[number];

const event = record({
  status: z.enum(INTENT_STATUSES),
  /** Unix milliseconds. */
  at: timestampColumn,
  movedBy: z.enum(INTENT_MOVERS),
  reason: z.string().nullable(),
});

/** One step of an intent. */
export type IntentEvent = z.output<typeof event.row>;

/** Also returns the previous step: a statement's results are as of its start. */
const RECORD = `INSERT INTO intent_events (intent_id, owner, status, at, moved_by, reason)
  VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING (SELECT earlier.status FROM intent_events AS earlier WHERE earlier.intent_id = $1
    ORDER BY earlier.id DESC LIMIT 1) AS previous`;
const OF_INTENT = `SELECT ${event.columns} FROM intent_events WHERE intent_id = $1 ORDER BY id`;

const previousRow = z.object({ previous: z.enum(INTENT_STATUSES).nullable() });

type Stepping = Pick<Intent, 'id' | 'owner' | 'credentialId' | 'action' | 'summary' | 'signature' | 'slot'>;

/** Records a step in the transaction that takes it, and its deliveries for the owner's webhooks. */
export async function recordStep(
  queries: Queries,
  { id, owner, credentialId, action: tool, summary, signature, slot }: Stepping,
  { status, at, movedBy, reason }: IntentEvent,
): Promise<void> {
  const step = [id, owner, status, new Date(at), movedBy, reason];
  const found = await first(queries, RECORD, step, previousRow);
  const data = {
    ...{ intent_id: id, tool, summary, status, previous_status: found?.previous ?? null },
    credential_id: credentialId ?? null,
    signature: signature ?? null,
  };
  await emitEvent(queries, { kind: `intent.${status}`, owner, at, slot, data });
}

/** Every step of one intent, in order. */
export function stepsOf(queries: Queries, intentId: string): Promise<IntentEvent[]> {
  return queries.query(OF_INTENT, [intentId], event.row);
}
