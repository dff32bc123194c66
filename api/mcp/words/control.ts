import type {
  ControlSetAnswer,
  OwnerRequestAnswer,
  RequestDecidedAnswer,
  WalletControlAnswer,
} from '../../../schemas/rest/wallet-control.ts';

export function controlInWords(control: WalletControlAnswer): string {
  const { owner, limits, counterparties, jurisdiction, grants } = control;
  return [
    `Wallet ${owner} is ${control.switch}; its permission mode is ${control.permission_mode}.`,
    policyInWords(control),
    `It has ${limits.length} limits, ${counterparties.length} registered counterparties and ${grants.length} grants.`,
    jurisdiction === null ? 'No jurisdiction is declared.' : `The declared jurisdiction is ${jurisdiction}.`,
  ].join(' ');
}

function policyInWords({ policy, always_allowed_tools }: WalletControlAnswer): string {
  const open =
    policy.allowed_tools === null &&
    policy.allowed_mints === null &&
    policy.allowed_venues === null &&
    policy.denied_tools.length === 0 &&
    !policy.counterparties_only;
  if (open) return 'Its policy restricts nothing.';
  return `Its policy restricts what agents may do: see policy. ${always_allowed_tools.join(' and ')} stay allowed, since stopping agents is never refused.`;
}

export function setInWords({ status, control, request }: ControlSetAnswer): string {
  if (status === 'applied' || request === null) return `Set, and in force now. ${controlInWords(control)}`;
  return `Nothing is changed yet. ${requestInWords(request)}`;
}

export function requestInWords({ id, kind, status, expires_at }: OwnerRequestAnswer): string {
  if (status === 'pending') {
    return `Request ${id} (${kind}) waits for the owner until ${expires_at}: show its message to the user, whose wallet signs it.`;
  }
  return `Request ${id} (${kind}) is ${status}.`;
}

export function decidedInWords({ request, control }: RequestDecidedAnswer): string {
  return `${requestInWords(request)} ${controlInWords(control)}`;
}
