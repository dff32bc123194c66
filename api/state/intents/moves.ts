import type { Oltp, Queries, SqlValue } from '../../../core/oltp/port.ts';
import { first } from '../../../core/oltp/statements.ts';
import { type IntentMove, intentAfter, openTo } from '../../../core/rules/intents.ts';
import { type IntentMover, recordStep } from './events.ts';
import { INTENT_COLUMNS, type Intent, intentRow } from './intent.ts';
import { statusList } from './spent.ts';

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

const moved = (set: string, where: string) =>
  `UPDATE intents SET ${set} WHERE ${where} RETURNING ${INTENT_COLUMNS}`;

const APPROVE = moved("status = 'approved'", `${fromOpen('approve')} AND ${IN_TIME}`);
const REJECT = moved("status = 'rejected', closed_at = $2, reason = $3", fromOpen('reject'));
const SUBMIT = moved(
  "status = 'submitted', signature = $3, signed_transaction = $4, last_valid_block_height = $5",
  `${fromOpen('submit')} AND ${IN_TIME}`,
);
const CONFIRM = moved("status = 'confirmed', closed_at = $2, slot = $3", fromOpen('confirm'));
const FAIL = moved("status = 'failed', closed_at = $2, slot = $3, reason = $4", fromOpen('fail'));
const EXPIRE = moved("status = 'expired', closed_at = $2, reason = $3", fromOpen('expire'));

/** Undefined if the intent is not in a status that allows the move: somebody was faster, or it is too late. */
type Moved = Promise<Intent | undefined>;

export function createMoves(oltp: Oltp) {
  const take = (sql: string, [id, ...values]: readonly [string, ...SqlValue[]], step: Step): Moved =>
    oltp.transaction(async (queries: Queries) => {
      const intent = await first(queries, sql, [id, new Date(step.at), ...values], intentRow);
      if (!intent) return undefined;
      const { status } = intent;
      await recordStep(queries, intent, { status, reason: step.reason, at: step.at, movedBy: step.movedBy });
      return intent;
    });
  return {
    approve: (id: string, step: Step) => take(APPROVE, [id], step),
    reject: (id: string, step: Step) => take(REJECT, [id, step.reason], step),
    submit: (id: string, { signature, signedTransaction, lastValidBlockHeight }: Submission, step: Step) =>
      take(SUBMIT, [id, signature, signedTransaction, lastValidBlockHeight], step),
    confirm: (id: string, slot: bigint, step: Step) => take(CONFIRM, [id, slot], step),
    fail: (id: string, slot: bigint, step: ReasonedStep) => take(FAIL, [id, slot, step.reason], step),
    expire: (id: string, step: ReasonedStep) => take(EXPIRE, [id, step.reason], step),
  };
}

type ReasonedStep = Step & { readonly reason: string };

/** Whether a status is one that the owner can still act on. */
export function isOpen({ status }: Pick<Intent, 'status'>): boolean {
  return intentAfter(status, 'submit') !== undefined;
}
