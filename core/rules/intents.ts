import { INTENT_STATUSES, type IntentStatus } from '../../schemas/rest/intent-statuses.ts';

/**
 * What moves an intent. The owner approves, rejects and submits; the chain, as indexed, confirms and fails; time
 * expires. An agent only proposes.
 */
export const INTENT_MOVES = ['approve', 'reject', 'submit', 'confirm', 'fail', 'expire'] as const;

export type IntentMove = (typeof INTENT_MOVES)[number];

/**
 * Every status and every transition. Submitting needs no prior approval: a submitted transaction has the
 * signature of the owner's wallet, which is the strongest approval. Once submitted, only the chain decides. A
 * transaction that has not landed before its blockhash expires never will, so the intent expires.
 */
const TRANSITIONS: Readonly<Record<IntentStatus, Partial<Record<IntentMove, IntentStatus>>>> = {
  proposed: { approve: 'approved', reject: 'rejected', submit: 'submitted', expire: 'expired' },
  approved: { reject: 'rejected', submit: 'submitted', expire: 'expired' },
  submitted: { confirm: 'confirmed', fail: 'failed', expire: 'expired' },
  confirmed: {},
  failed: {},
  rejected: {},
  expired: {},
};

/** The status after a move; undefined if that status does not allow it. */
export function intentAfter(status: IntentStatus, move: IntentMove): IntentStatus | undefined {
  return TRANSITIONS[status][move];
}

/** The statuses that allow a move. */
export function openTo(move: IntentMove): readonly IntentStatus[] {
  return INTENT_STATUSES.filter((status) => intentAfter(status, move) !== undefined);
}
