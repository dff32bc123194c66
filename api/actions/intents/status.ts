import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentStatusAnswer } from '../../../schemas/mcp/execution.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { isOpen } from '../../state/intents/moves.ts';
import { requireRunning, requireWithinTerms } from '../admission/checks.ts';
import { answerableError } from '../answerable.ts';
import type { IntentsContext } from './context.ts';
import { intentOf, showIntent } from './find.ts';
import { handOutTransaction } from './hand-out.ts';

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
