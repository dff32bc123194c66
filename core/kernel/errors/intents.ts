import { defineForClients as define } from './definition.ts';

/** Reasons why an intent cannot be proposed, viewed, signed or sent. In none of these cases has anything moved. */
export const intentErrors = {
  PLAN_REQUIRED: define(
    'plan_id is missing. Call first without confirm to get a plan, then confirm it with its plan_id.',
    { status: 400, remedy: 'Call without confirm first, show the plan, then confirm it by its plan_id.' },
  ),
  PLAN_UNKNOWN: define(
    'plan_id does not name a plan of yours that is still valid. Call again without confirm to get a new plan.',
    { status: 404, remedy: 'Plan again with the same call, without confirm and plan_id.' },
  ),
  PLAN_MISMATCH: define(
    'The plan was made for other arguments. Nothing was proposed. Call again without confirm to get a plan for these.',
    { status: 409, remedy: 'Repeat the planned arguments exactly, or plan again.' },
  ),
  PLAN_USED: define('This plan has already been confirmed as intent {intentId}.', {
    status: 409,
    remedy: 'Do not repeat it. Follow the named intent with get_intent_status.',
  }),
  IDEMPOTENCY_CONFLICT: define(
    'This idempotency_key already belongs to intent {intentId}, which has other arguments. Nothing was proposed. Use a new key.',
    { status: 409, remedy: 'Use another idempotency_key for other arguments.' },
  ),
  INTENTS_FULL: define(
    '{most} intents already wait for the owner, which is the maximum. Wait until the owner decides some.',
    { status: 409, remedy: 'Wait until the owner decides; intents expire within a day.' },
  ),
  INTENT_UNKNOWN: define('This intent does not exist.', {
    status: 404,
    remedy: 'Call list_intents for the ids that exist.',
  }),
  INTENT_STANDS: define('Intent {id} is {status} and can no longer be {move}.', {
    status: 409,
    remedy: 'Call get_intent_status for how it stands.',
  }),
  INTENT_OF_ANOTHER: define(
    'This intent was proposed with another credential. Only that one can withdraw it. Nothing was changed.',
    { status: 403, remedy: 'Ask the owner to reject it.' },
  ),
  ACTION_UNKNOWN: define('{action} is not a tool that proposes intents. Nothing was proposed.', {
    status: 400,
    remedy: 'Name a tool that accepts confirm, refund_ilo_pledge, or an action for standing orders.',
  }),
  BUILDER_MISSING: define('{what} cannot be built on this server: {setting} does not describe it.', {
    status: 409,
    remedy: 'Tell the user: the operator has to set the named setting.',
  }),
  NO_TRANSACTION: define(
    'Intent {id} has no transaction to sign here. The owner executes it at the hand_off URL.',
    { status: 409 },
  ),
  AMOUNT_MALFORMED: define('{name} is not a valid amount: {reason}.', {
    status: 400,
    remedy: 'Correct the amount, in base units of the mint, and plan again.',
  }),
  MINT_UNKNOWN: define('{mint} is not an SPL Token mint on this cluster.', {
    status: 400,
    remedy: 'Pass the address of an SPL Token mint of this cluster.',
  }),
  BALANCE_TOO_LOW: define('The wallet has {held} base units of {mint}, but this needs {needed}.', {
    status: 409,
    remedy: 'Use a smaller amount, or ask the owner to move tokens into the wallet first.',
  }),
  PLEDGE_REFUSED: define('The launch does not accept this pledge: {reason}.', {
    status: 409,
    remedy: 'Call get_ilo_details, and pledge only what the launch still accepts.',
  }),
  NOTHING_CLAIMABLE: define('There is nothing to claim or refund from this launch: {reason}.', {
    status: 409,
    remedy: 'Call get_ilo_details with the wallet to see when something becomes claimable.',
  }),
  RECIPIENT_UNKNOWN: define('{recipient} is not a valid recipient: {reason}.', {
    status: 400,
    remedy: "Pass a wallet's address, or the label of a registered counterparty.",
  }),
  RECIPIENTS_TOO_MANY: define(
    '{asked} recipients do not fit into one transaction. The first {fit} do. Nothing was proposed.',
    { status: 400, remedy: 'Plan with as many recipients as fit, and send to the others in another call.' },
  ),
  SIMULATION_FAILED: define<{
    reason: string;
    /** The programs' logs, if the node sent them. */
    logs?: readonly string[];
  }>(({ reason }) => `This transaction would fail on chain: ${reason}.`, {
    status: 409,
    remedy: 'Fix what the detail names, then plan again.',
  }),
  TRANSACTION_TOO_LARGE: define(
    'The transaction would have {bytes} bytes, but the maximum is {most}. Do less in one transaction.',
    { status: 409, remedy: 'Split it into smaller calls.' },
  ),
  TRANSACTION_TAMPERED: define(
    'This is not the transaction that was issued for this intent, signed by its owner: {reason}. Nothing was sent.',
    { status: 400 },
  ),
  BLOCKHASH_EXPIRED: define(
    'The transaction expired at block height {lastValidBlockHeight}, and the chain is at {blockHeight}. Nothing was sent. Request a fresh transaction and sign that.',
    { status: 409 },
  ),
};
