import type { ExecutionAnswer, IntentStatusAnswer } from '../../schemas/mcp/execution.ts';
import type { WalletPolicyAnswer } from '../../schemas/mcp/wallet-admin.ts';
import type {
  ControlSetAnswer,
  OwnerRequestAnswer,
  RequestDecidedAnswer,
  WalletControlAnswer,
} from '../../schemas/rest/wallet-control.ts';

/** Answers as text, for readers who see only the text of a result. */

/** A list: a heading, and a line for each row. */
export function lines<Row>(heading: string, rows: readonly Row[], line: (row: Row) => string): string {
  return [heading, ...rows.map(line)].join('\n');
}

export function controlText(control: WalletControlAnswer): string {
  const { limits, counterparties, grants } = control;
  const totals = { limits: limits.length, counterparties: counterparties.length, grants: grants.length };
  return controlTextWith(control, totals);
}

/** One page of every list. */
export function policyPageText(control: WalletPolicyAnswer): string {
  const more = control.has_more && 'The lists have more rows: call again with a greater offset.';
  return sentences([controlTextWith(control, control.totals), more]);
}

type Totals = Pick<WalletPolicyAnswer['totals'], 'limits' | 'counterparties' | 'grants'>;

function controlTextWith(control: WalletControlAnswer, totals: Totals): string {
  const { owner, jurisdiction } = control;
  return [
    `Wallet ${owner} is ${control.switch}; its permission mode is ${control.permission_mode}.`,
    policyText(control),
    `It has ${totals.limits} limits, ${totals.counterparties} registered counterparties and ${totals.grants} grants.`,
    jurisdiction === null ? 'No jurisdiction is declared.' : `The declared jurisdiction is ${jurisdiction}.`,
  ].join(' ');
}

function policyText({ policy, always_allowed_tools }: WalletControlAnswer): string {
  const open =
    policy.allowed_tools === null &&
    policy.allowed_mints === null &&
    policy.allowed_venues === null &&
    policy.denied_tools.length === 0 &&
    !policy.counterparties_only;
  if (open) return 'Its policy restricts nothing.';
  return `Its policy restricts what agents may do: see policy. ${always_allowed_tools.join(' and ')} stay allowed, because stopping agents is never refused.`;
}

export function setText({ status, control, request }: ControlSetAnswer): string {
  if (status === 'applied' || request === null) return `Set, and in force now. ${controlText(control)}`;
  return `Nothing has changed yet. ${requestText(request)}`;
}

export function requestText({ id, kind, status, expires_at }: OwnerRequestAnswer): string {
  if (status === 'pending') {
    return `Request ${id} (${kind}) waits for the owner until ${expires_at}: show its message to the user, whose wallet signs it.`;
  }
  return `Request ${id} (${kind}) is ${status}.`;
}

export function decidedText({ request, control }: RequestDecidedAnswer): string {
  return `${requestText(request)} ${controlText(control)}`;
}

/** A plan or an intent. */
export function executionText({ plan, intent, repeated }: ExecutionAnswer): string {
  if (plan) {
    const fee = plan.technology_fee;
    return sentences([
      `Planned, nothing proposed yet: ${plan.summary}`,
      ...termsTexts(plan),
      fee && `A technology fee of ${fee.amount} base units of ${fee.mint} would be added.`,
      `To propose it to the owner, call again with the same arguments, confirm: true and plan_id: "${plan.plan_id}" before ${plan.expires_at}.`,
    ]);
  }
  if (!intent) return '';
  const standing = repeated ? 'was proposed before and is' : 'is';
  return `Intent ${intent.id} ${standing} ${intent.status}: ${intent.summary} Nothing moves before the owner's wallet signs, at ${intent.page_url}; get_intent_status follows it.`;
}

type Plan = NonNullable<ExecutionAnswer['plan']>;

/** What the summary does not say. */
function termsTexts({ price_impact_bps: impact, slippage_bps: slippage, fees }: Plan) {
  const charged = fees?.map(({ amount, asset, symbol }) => `${amount} base units of ${symbol ?? asset}`);
  return [
    impact !== null && `The venue quotes a price impact of ${impact} basis points.`,
    slippage !== null && `The slippage asked for is ${slippage} basis points.`,
    charged && charged.length > 0 && `The venue charges ${charged.join(', ')}.`,
  ];
}

export function statusText({ intent, transaction, transaction_problem }: IntentStatusAnswer): string {
  const { id, status, summary, signature, slot, reason, page_url: page } = intent;
  return sentences([
    `Intent ${id} is ${status}: ${summary}`,
    reason && `Because ${reason}.`,
    signature && `Its transaction is ${signature}${slot === null ? '' : `, in slot ${slot}`}.`,
    (status === 'proposed' || status === 'approved') && `The owner decides at ${page}.`,
    transaction && "Its transaction can be signed now, by the owner's wallet alone.",
    transaction_problem && `No transaction can be made of it now: ${transaction_problem.detail}`,
  ]);
}

export function sentences(texts: readonly (string | false | null | undefined)[]): string {
  return texts.filter(Boolean).join(' ');
}
