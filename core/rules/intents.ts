import { INTENT_STATUSES, type IntentStatus } from '../../schemas/rest/intent-statuses.ts';

/**
 * What moves an intent. The owner approves, rejects and submits; the chain, as the index sees it, confirms and fails;
 * time expires. An agent moves none: it only proposes.
 */
export const INTENT_MOVES = ['approve', 'reject', 'submit', 'confirm', 'fail', 'expire'] as const;

export type IntentMove = (typeof INTENT_MOVES)[number];

type Moves = Readonly<Record<IntentMove, IntentStatus | undefined>>;

const STANDS: Moves = {
  approve: undefined,
  reject: undefined,
  submit: undefined,
  confirm: undefined,
  fail: undefined,
  expire: undefined,
};

/**
 * Every status and every move. Submitting needs no approval before it: what is submitted carries the signature of the
 * owner's wallet, and nothing approves more than that. Once submitted, only the chain decides; a transaction whose
 * blockhash is past without it having landed never will, so that the intent expires.
 */
const TRANSITIONS: Readonly<Record<IntentStatus, Moves>> = {
  proposed: { ...STANDS, approve: 'approved', reject: 'rejected', submit: 'submitted', expire: 'expired' },
  approved: { ...STANDS, reject: 'rejected', submit: 'submitted', expire: 'expired' },
  submitted: { ...STANDS, confirm: 'confirmed', fail: 'failed', expire: 'expired' },
  confirmed: STANDS,
  failed: STANDS,
  rejected: STANDS,
  expired: STANDS,
};

/** Where a move leads; undefined where it is not open to that status. */
export function intentAfter(status: IntentStatus, move: IntentMove): IntentStatus | undefined {
  return TRANSITIONS[status][move];
}

/** The statuses that a move is open to. */
export function openTo(move: IntentMove): readonly IntentStatus[] {
  return INTENT_STATUSES.filter((status) => intentAfter(status, move) !== undefined);
}
