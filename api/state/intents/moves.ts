import type { Oltp, Queries, SqlValue } from '../../../core/oltp/port.ts';
import { type IntentMove, intentAfter, openTo } from '../../../core/rules/intents.ts';
import { type IntentMover, recordStep } from './events.ts';
import { INTENT_COLUMNS, type Intent, intentRow } from './intent.ts';
import { statusList } from './status-list.ts';

/** A step and who takes it. `at` is Unix milliseconds. */
export interface Step {
  readonly at: number;
  readonly movedBy: IntentMover;
  readonly reason?: string | undefined;
}

/** What was signed for an intent. */
export interface Submission {
  readonly signature: string;
  /** The complete transaction in wire format. */
  readonly signedTransaction: Uint8Array;
  readonly lastValidBlockHeight: bigint;
}

/** Only from statuses that allow the move: of any number of processes, one takes it. */
const fromOpen = (move: IntentMove) => `id = $1 AND status IN (${statusList(openTo(move))})`;
const IN_TIME = 'expires_at > $2';

const APPROVE = `UPDATE intents SET status = 'approved' WHERE ${fromOpen('approve')} AND ${IN_TIME}
  RETURNING ${INTENT_COLUMNS}`;
const REJECT = `UPDATE intents SET status = 'rejected', closed_at = $2, reason = $3 WHERE ${fromOpen('reject')}
  RETURNING ${INTENT_COLUMNS}`;
const SUBMIT = `UPDATE intents SET status = 'submitted', signature = $3, signed_transaction = decode($4, 'hex'),
    last_valid_block_height = $5
  WHERE ${fromOpen('submit')} AND ${IN_TIME} RETURNING ${INTENT_COLUMNS}`;
const CONFIRM = `UPDATE intents SET status = 'confirmed', closed_at = $2, slot = $3 WHERE ${fromOpen('confirm')}
  RETURNING ${INTENT_COLUMNS}`;
const FAIL = `UPDATE intents SET status = 'failed', closed_at = $2, slot = $3, reason = $4 WHERE ${fromOpen('fail')}
  RETURNING ${INTENT_COLUMNS}`;
const EXPIRE = `UPDATE intents SET status = 'expired', closed_at = $2, reason = $3 WHERE ${fromOpen('expire')}
  RETURNING ${INTENT_COLUMNS}`;

/** Undefined if the intent is not in a status that allows the move: somebody was faster, or it is too late. */
type Moved = Promise<Intent | undefined>;

export interface IntentMoves {
  approve(id: string, step: Step): Moved;
  reject(id: string, step: Step): Moved;
  submit(id: string, submission: Submission, step: Step): Moved;
  confirm(id: string, slot: bigint, step: Step): Moved;
  fail(id: string, slot: bigint, step: Step & { readonly reason: string }): Moved;
  expire(id: string, step: Step & { readonly reason: string }): Moved;
}

export function createMoves(oltp: Oltp): IntentMoves {
  const take = (sql: string, [id, ...values]: readonly [string, ...SqlValue[]], step: Step): Moved =>
    oltp.transaction(async (queries: Queries) => {
      const [intent] = await queries.query(sql, [id, new Date(step.at), ...values], intentRow);
      if (!intent) return undefined;
      const { status } = intent;
      await recordStep(queries, intent, { status, reason: step.reason, at: step.at, movedBy: step.movedBy });
      return intent;
    });
  return {
    approve: (id, step) => take(APPROVE, [id], step),
    reject: (id, step) => take(REJECT, [id, step.reason ?? null], step),
    submit: (id, { signature, signedTransaction, lastValidBlockHeight }, step) => {
      const bytes = Buffer.from(signedTransaction).toString('hex');
      return take(SUBMIT, [id, signature, bytes, lastValidBlockHeight], step);
    },
    confirm: (id, slot, step) => take(CONFIRM, [id, slot], step),
    fail: (id, slot, step) => take(FAIL, [id, slot, step.reason], step),
    expire: (id, step) => take(EXPIRE, [id, step.reason], step),
  };
}

/** Whether a status is one that the owner can still act on. */
export function isOpen({ status }: Pick<Intent, 'status'>): boolean {
  return intentAfter(status, 'submit') !== undefined;
}
