import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import { bytesColumn, earliest, first, record } from '../../../core/oltp/statements.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';
import { isAfter, NEWEST_FIRST, type RecordPage } from '../owner-pages.ts';
import { createIntent, type Decide, type NewIntent } from './create.ts';
import { stepsOf } from './events.ts';
import { INTENT_COLUMNS, type Intent, intentOf, intentRow, intentShape } from './intent.ts';
import { type HandedOut, handedOut, handOut } from './messages.ts';
import { createMoves } from './moves.ts';
import { type IntentPlan, savePlan } from './plans.ts';
import { type Asked, repeatOf } from './repeat.ts';
import { spentBy } from './spent.ts';

export interface IntentPage extends RecordPage {
  readonly status?: IntentStatus | undefined;
}

/** A submitted intent that waits for the chain, and the transaction to send again. */
export interface Submitted {
  readonly intent: Intent;
  readonly signedTransaction: Uint8Array;
}

const FIND = `SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $2 AND owner = $1`;
const LIST = `SELECT ${INTENT_COLUMNS} FROM intents
  WHERE owner = $1 AND ($2::text IS NULL OR status = $2::text) AND ${isAfter('intents', '$3')} ${NEWEST_FIRST} LIMIT $4`;
const OPEN = `SELECT id FROM intents
  WHERE owner = $1 AND status IN ('proposed', 'approved') ${NEWEST_FIRST} LIMIT $2`;
const SUBMITTED = `SELECT ${INTENT_COLUMNS}, signed_transaction FROM intents
  WHERE status = 'submitted' AND id > $1 ORDER BY id LIMIT $2`;
/** Intents executed elsewhere stay approved. */
const MAY_EXPIRE = "(status = 'proposed' OR (status = 'approved' AND builder IS NOT NULL))";
const OVERDUE = `SELECT id FROM intents WHERE expires_at <= $1
    AND ${MAY_EXPIRE}
  ORDER BY expires_at LIMIT $2`;
const NEXT_OVERDUE = `SELECT min(expires_at) AS earliest FROM intents WHERE ${MAY_EXPIRE}`;

const idRow = z.object({ id: z.string() });
const submittedRow = record({ ...intentShape, signedTransaction: bytesColumn }).row.transform(
  ({ signedTransaction, ...rest }): Submitted => ({
    intent: intentOf(rest),
    signedTransaction: Buffer.from(signedTransaction, 'hex'),
  }),
);

/** Agents' intents, their plans, and the messages that were handed out for signing. */
export type Intents = ReturnType<typeof createIntents>;

export function createIntents(oltp: Oltp) {
  return {
    moves: createMoves(oltp),
    plan: (plan: IntentPlan) => savePlan(oltp, plan),
    create: (asked: NewIntent, decide: Decide) => createIntent(oltp, asked, decide),
    /** The result of a repeated confirmation; undefined if it is not a repeat. */
    repeat: (asked: Asked) => repeatOf(oltp, asked),
    spent: (owner: string, now: number) => spentBy(oltp, owner, now),
    /** One of an owner. */
    find: (owner: string, id: string) => first(oltp, FIND, [owner, id], intentRow),
    /** Of one owner, newest first. */
    list: (owner: string, { status, before, limit }: IntentPage) =>
      oltp.query(LIST, [owner, status, before, limit], intentRow),
    /** Ids of those that the owner can still decide or sign, newest first. */
    open: async (owner: string, most: number) =>
      (await oltp.query(OPEN, [owner, most], idRow)).map(({ id }) => id),
    steps: (id: string) => stepsOf(oltp, id),
    handOut: (message: HandedOut) => handOut(oltp, message),
    handedOut: (intentId: string, digest: string) => handedOut(oltp, intentId, digest),
    /** Submitted ones in the order of their ids, after an id. */
    submitted: ({ after, limit }: { readonly after: string; readonly limit: number }) =>
      oltp.query(SUBMITTED, [after, limit], submittedRow),
    /** Ids of those that were not submitted in time. */
    overdue: async (now: number, limit: number) =>
      (await oltp.query(OVERDUE, [new Date(now), limit], idRow)).map(({ id }) => id),
    /** When the next of them will be; in the past while any is. */
    nextOverdueAt: () => earliest(oltp, NEXT_OVERDUE),
    writes: oltp.writes,
  };
}
