import { createHash } from 'node:crypto';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentStatusAnswer } from '../../../schemas/mcp/execution.ts';
import type { OwnerTransaction } from '../../../schemas/rest/intents.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { isOpen } from '../../state/intents/moves.ts';
import { requireRunning, requireWithinTerms } from '../admission/checks.ts';
import { answerableError } from '../answerable.ts';
import { readMessage } from '../transactions/message.ts';
import { wireCount } from '../wire.ts';
import type { IntentsContext } from './context.ts';
import { intentOf, showIntent } from './find.ts';

/**
 * A fresh transaction for an open intent: checked, with a fresh blockhash, simulated and decoded. Only a transaction
 * handed out here is accepted when signed.
 * @throws INTENT_UNKNOWN, INTENT_STANDS, NO_TRANSACTION, CHAIN_READER_MISSING, BUILDER_MISSING, SIMULATION_FAILED and
 * those of the builder
 */
export async function handOutTransaction(
  context: IntentsContext,
  owner: Pubkey,
  id: string,
): Promise<OwnerTransaction> {
  const { intents, builders, assembler, clock } = context;
  const intent = await intentOf(context, owner, id);
  requireSignable(intent, clock.now());
  if (intent.build === undefined) throw new LaunchlensError('NO_TRANSACTION', { id });
  const builder = builders.get(intent.build.builder);
  if (assembler === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  if (builder === undefined) {
    throw new LaunchlensError('BUILDER_MISSING', { what: intent.action, setting: intent.build.builder });
  }
  const built = await builder.build({
    ...{ owner, terms: intent.build.terms, fee: intent.fee },
    purpose: 'sign',
  });
  const made = await assembler.assemble({ owner, built, fee: intent.fee });
  requireOwnAlone(made.message, owner);
  const digest = messageDigest(made.message);
  const { lastValidBlockHeight } = made;
  await intents.handOut({ intentId: id, digest, lastValidBlockHeight, at: clock.now() });
  return {
    transaction: Buffer.from(made.transaction).toString('base64'),
    message_digest: digest,
    last_valid_block_height: wireCount(lastValidBlockHeight),
    instructions: made.instructions,
    simulation: made.simulation,
    technology_fee_left_out: made.feeLeftOut ?? null,
    logs: [...made.logs],
  };
}

/** SHA-256 of a message, in hex, by which it is recognised. */
export function messageDigest(message: Uint8Array): string {
  return createHash('sha256').update(message).digest('hex');
}

/** @throws INTENT_STANDS */
export function requireSignable({ id, status, expiresAt }: Intent, now: number): void {
  if (isOpen({ status }) && expiresAt > now) return;
  throw new LaunchlensError('INTENT_STANDS', {
    id,
    status: isOpen({ status }) ? 'expired' : status,
    move: 'signed',
  });
}

/** A transaction with another signer could not be submitted here. @throws SIMULATION_FAILED */
function requireOwnAlone(message: Uint8Array, owner: Pubkey): void {
  const signers = readMessage(message)?.signers;
  if (signers?.length === 1 && signers[0] === owner) return;
  const reason = "it needs a signature from a wallet other than the owner's";
  throw new LaunchlensError('SIMULATION_FAILED', { reason });
}

/**
 * An intent for its followers, with its transaction while it can be signed. An agent gets one only for what it could
 * propose now: an owner who has since stopped or forbidden it can still sign on their own page.
 * @throws INTENT_UNKNOWN
 */
export async function intentStatusOf(
  context: IntentsContext,
  owner: Pubkey,
  { id, withTransaction }: { readonly id: string; readonly withTransaction: boolean },
): Promise<IntentStatusAnswer> {
  const intent = await showIntent(context, owner, id);
  const nothing = { intent, transaction: null, transaction_problem: null };
  if (!withTransaction || !intent.has_transaction || !isOpen(intent)) return nothing;
  try {
    await requireStillAllowed(context, await intentOf(context, owner, id));
    const { logs: _logs, ...transaction } = await handOutTransaction(context, owner, id);
    return { ...nothing, transaction };
  } catch (error) {
    // That it cannot be signed now is part of its status.
    if (!isLaunchlensError(error)) throw error;
    const { code, message } = answerableError(error);
    return { ...nothing, transaction_problem: { code: code.toLowerCase(), detail: message } };
  }
}

/**
 * The owner's current guardrails, checked again. The daily sums already include the intent.
 * @throws ACTION_UNKNOWN, WALLET_KILLED, WALLET_PAUSED, PERMISSION_MODE_FORBIDS, POLICY_FORBIDS, LIMIT_EXCEEDED,
 * JURISDICTION_UNKNOWN, JURISDICTION_FORBIDS
 */
async function requireStillAllowed(context: IntentsContext, intent: Intent): Promise<void> {
  const { controls, markets, tools } = context;
  const { scope: _scope, ...judged } = intent.judged ?? { scope: 'intent', counterparties: [] };
  const tool = tools.get(intent.action);
  if (tool === undefined) throw new LaunchlensError('ACTION_UNKNOWN', { action: intent.action });
  const held = await controls.of(intent.owner);
  requireRunning(held, tool);
  requireWithinTerms(held, markets, { tool, move: { outflows: intent.outflows, ...judged } });
}
