import { define } from './definition.ts';

/** Reasons why an intent cannot be proposed, viewed, signed or sent. In none of these cases has anything moved. */
export const intentErrors = {
  PLAN_REQUIRED: define(() => 'Only what was planned can be confirmed: plan_id is missing.', { status: 400 }),
  PLAN_UNKNOWN: define(() => 'There is no such plan: it has expired, is not yours or never was.', {
    status: 404,
  }),
  PLAN_MISMATCH: define(() => 'The plan is of other arguments than these; nothing was proposed.', {
    status: 409,
  }),
  PLAN_USED: define<{ intentId: string }>(
    ({ intentId }) => `The plan was confirmed before: it is intent ${intentId}.`,
    { status: 409 },
  ),
  IDEMPOTENCY_CONFLICT: define<{ intentId: string }>(
    ({ intentId }) =>
      `The idempotency key stands for intent ${intentId}, which was made of other arguments; nothing was proposed.`,
    { status: 409 },
  ),
  INTENTS_FULL: define<{ most: number }>(
    ({ most }) => `${most} intents wait for the owner, and no more are taken until some are decided.`,
    { status: 409 },
  ),
  INTENT_UNKNOWN: define(() => 'There is no such intent.', { status: 404 }),
  INTENT_STANDS: define<{ id: string; status: string; move: string }>(
    ({ id, status, move }) => `Intent ${id} is ${status}, and cannot be ${move} any more.`,
    { status: 409 },
  ),
  ACTION_UNKNOWN: define<{ action: string }>(
    ({ action }) => `${action} is not a tool that proposes; nothing was proposed.`,
    { status: 400 },
  ),
  BUILDER_MISSING: define<{ what: string; setting: string }>(
    ({ what, setting }) => `${what} cannot be built here: ${setting} names nothing that tells how.`,
    { status: 409 },
  ),
  NO_TRANSACTION: define<{ id: string }>(
    ({ id }) => `No transaction is built for intent ${id}: it is executed where its hand_off says.`,
    { status: 409 },
  ),
  AMOUNT_MALFORMED: define<{ name: string; reason: string }>(
    ({ name, reason }) => `${name} is no amount that can be moved: ${reason}.`,
    { status: 400 },
  ),
  MINT_UNKNOWN: define<{ mint: string }>(
    ({ mint }) => `${mint} is no mint of the SPL Token program on this cluster.`,
    { status: 400 },
  ),
  BALANCE_TOO_LOW: define<{ mint: string; needed: bigint; held: bigint }>(
    ({ mint, needed, held }) =>
      `The wallet holds ${held} base units of ${mint}, and this would take ${needed}.`,
    { status: 409 },
  ),
  PLEDGE_REFUSED: define<{ reason: string }>(
    ({ reason }) => `The launch would not take this pledge: ${reason}.`,
    { status: 409 },
  ),
  NOTHING_CLAIMABLE: define<{ reason: string }>(
    ({ reason }) => `There is nothing to take out of this launch: ${reason}.`,
    { status: 409 },
  ),
  RECIPIENT_UNKNOWN: define<{ recipient: string; reason: string }>(
    ({ recipient, reason }) => `${recipient} is nobody to send to: ${reason}.`,
    { status: 400 },
  ),
  RECIPIENTS_TOO_MANY: define<{ asked: number; fit: number }>(
    ({ asked, fit }) =>
      `${asked} recipients do not fit into one transaction; ${fit} of these do. Nothing was proposed.`,
    { status: 400 },
  ),
  SIMULATION_FAILED: define<{
    reason: string;
    /** The programs' logs, if the node sent them. */
    logs?: readonly string[];
  }>(({ reason }) => `The chain would not execute this transaction: ${reason}.`, { status: 409 }),
  TRANSACTION_TOO_LARGE: define<{ bytes: number; most: number }>(
    ({ bytes, most }) => `The transaction would have ${bytes} bytes, and a packet holds ${most}.`,
    { status: 409 },
  ),
  TRANSACTION_TAMPERED: define<{ reason: string }>(
    ({ reason }) =>
      `This is not a transaction that was handed out for this intent, signed by its owner: ${reason}. Nothing was sent.`,
    { status: 400 },
  ),
  BLOCKHASH_EXPIRED: define<{ lastValidBlockHeight: bigint; blockHeight: bigint }>(
    ({ lastValidBlockHeight, blockHeight }) =>
      `The transaction could land up to block height ${lastValidBlockHeight}, and the chain is at ${blockHeight}: ask for a fresh one and sign that. Nothing was sent.`,
    { status: 409 },
  ),
};
