import type { ExecutionAnswer, IntentStatusAnswer } from '../../../schemas/mcp/execution.ts';

/** A plan or an intent in words. */
export function executionInWords({ plan, intent, repeated }: ExecutionAnswer): string {
  if (plan) {
    const fee = plan.technology_fee;
    return [
      `Planned, nothing proposed yet: ${plan.summary}`,
      fee && `A technology fee of ${fee.amount} base units of ${fee.mint} would be added.`,
      `To propose it to the owner, call again with the same arguments, confirm: true and plan_id: "${plan.plan_id}" before ${plan.expires_at}.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (!intent) return '';
  const stands = repeated ? 'was proposed before and is' : 'is';
  return `Intent ${intent.id} ${stands} ${intent.status}: ${intent.summary} Nothing moves before the owner's wallet signs, at ${intent.page_url}; get_intent_status follows it.`;
}

export function statusInWords({ intent, transaction, transaction_problem }: IntentStatusAnswer): string {
  const { id, status, summary, signature, slot, reason, page_url: page } = intent;
  return [
    `Intent ${id} is ${status}: ${summary}`,
    reason && `Because ${reason}.`,
    signature && `Its transaction is ${signature}${slot === null ? '' : `, in slot ${slot}`}.`,
    (status === 'proposed' || status === 'approved') && `The owner decides at ${page}.`,
    transaction && "Its transaction can be signed now, by the owner's wallet alone.",
    transaction_problem && `No transaction can be made of it now: ${transaction_problem.detail}`,
  ]
    .filter(Boolean)
    .join(' ');
}
