import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';
import { type Created, createIntent, type Decide, type NewIntent } from './create.ts';
import { type IntentEvent, stepsOf } from './events.ts';
import { INTENT_COLUMNS, type Intent, intentRow } from './intent.ts';
import { type HandedOut, handedOut, handOut } from './messages.ts';
import { createMoves, type IntentMoves } from './moves.ts';
import { type IntentPlan, savePlan } from './plans.ts';
import { type Asked, type Repeat, repeatOf } from './repeat.ts';
import { type Spent, spentBy } from './spent.ts';

export interface IntentPage {
  readonly status?: IntentStatus | undefined;
  /** Continue after this intent of the owner. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A submitted intent that waits for the chain, and the transaction to send again. */
export interface Submitted {
  readonly intent: Intent;
  readonly signedTransaction: Uint8Array;
}

/** Agents' intents, their plans, and the messages that were handed out for signing. */
export interface Intents {
  readonly moves: IntentMoves;
  plan(plan: IntentPlan): Promise<void>;
  create(asked: NewIntent, decide: Decide): Promise<Created>;
  /** The result of a repeated confirmation; undefined if it is not a repeat. */
  repeat(asked: Asked): Promise<Repeat | undefined>;
  spent(owner: string, now: number): Promise<Spent>;
  /** One of an owner. */
  find(owner: string, id: string): Promise<Intent | undefined>;
  /** Of one owner, newest first. */
  list(owner: string, page: IntentPage): Promise<Intent[]>;
  steps(id: string): Promise<IntentEvent[]>;
  handOut(message: HandedOut): Promise<void>;
  handedOut(intentId: string, digest: string): Promise<Pick<HandedOut, 'lastValidBlockHeight'> | undefined>;
  /** Submitted ones in the order of their ids, after an id. */
  submitted(page: { readonly after: string; readonly limit: number }): Promise<Submitted[]>;
  /** Ids of those that were not submitted in time. Intents executed elsewhere stay approved. */
  overdue(now: number, limit: number): Promise<string[]>;
}

const FIND = `SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $2 AND owner = $1`;
const LIST = `SELECT ${INTENT_COLUMNS} FROM intents
  WHERE owner = $1 AND ($2::text IS NULL OR status = $2::text)
    AND ($3::text IS NULL OR (created_at, id) < (SELECT created_at, id FROM intents WHERE id = $3::text AND owner = $1))
  ORDER BY created_at DESC, id DESC LIMIT $4`;
const SUBMITTED = `SELECT ${INTENT_COLUMNS}, encode(signed_transaction, 'hex') AS signed FROM intents
  WHERE status = 'submitted' AND id > $1 ORDER BY id LIMIT $2`;
const OVERDUE = `SELECT id FROM intents WHERE expires_at <= $1
    AND (status = 'proposed' OR (status = 'approved' AND builder IS NOT NULL))
  ORDER BY expires_at LIMIT $2`;

const idRow = z.object({ id: z.string() });
const submittedRow = intentRow
  .and(z.object({ signed: z.string() }))
  .transform(
    ({ signed, ...intent }): Submitted => ({ intent, signedTransaction: Buffer.from(signed, 'hex') }),
  );

export function createIntents(oltp: Oltp): Intents {
  return {
    moves: createMoves(oltp),
    plan: (plan) => savePlan(oltp, plan),
    create: (asked, decide) => createIntent(oltp, asked, decide),
    repeat: (asked) => repeatOf(oltp, asked),
    spent: (owner, now) => spentBy(oltp, owner, now),
    find: async (owner, id) => (await oltp.query(FIND, [owner, id], intentRow))[0],
    list: (owner, { status, before, limit }) =>
      oltp.query(LIST, [owner, status ?? null, before ?? null, limit], intentRow),
    steps: (id) => stepsOf(oltp, id),
    handOut: (message) => handOut(oltp, message),
    handedOut: (intentId, digest) => handedOut(oltp, intentId, digest),
    submitted: ({ after, limit }) => oltp.query(SUBMITTED, [after, limit], submittedRow),
    overdue: async (now, limit) =>
      (await oltp.query(OVERDUE, [new Date(now), limit], idRow)).map(({ id }) => id),
  };
}
