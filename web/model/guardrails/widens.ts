import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import * as labels from '../../../core/rules/counterparty-labels.ts';
import * as limits from '../../../core/rules/spending-limits.ts';
import * as policies from '../../../core/rules/wallet-policy.ts';
import type { Counterparty, Limit, Policy } from './changes.ts';

/** Whether the owner's wallet has to sign, by the API's own rules. The API decides again when asked. */

export function policyWidens(now: Policy, next: Policy, counterparties: readonly Counterparty[]): boolean {
  return policies.policyWidens(termsOf(now, counterparties), termsOf(next, counterparties));
}

export function counterpartiesWiden(
  policy: Policy,
  now: readonly Counterparty[],
  next: readonly Counterparty[],
): boolean {
  const [held, wanted] = [now.map(labelledOf), next.map(labelledOf)];
  return (
    policies.policyWidens(termsOf(policy, now), termsOf(policy, next)) ||
    labels.labelsRepoint(labels.labelsThatMeet(held, wanted), held)
  );
}

export function limitsWiden(now: readonly Limit[], next: readonly Limit[]): boolean {
  return limits.limitsWiden(now.map(limitOf), next.map(limitOf));
}

/** Keys are only compared here, never parsed. */
const keyOf = (text: string): Pubkey => text as Pubkey;

function termsOf(policy: Policy, counterparties: readonly Counterparty[]): policies.PolicyTerms {
  return {
    policy: {
      allowedTools: policy.allowed_tools,
      deniedTools: policy.denied_tools,
      allowedMints: policy.allowed_mints?.map(keyOf) ?? null,
      allowedVenues: policy.allowed_venues,
      counterpartiesOnly: policy.counterparties_only,
    },
    counterparties: counterparties.map(({ address }) => keyOf(address)),
  };
}

const labelledOf = ({ address, label }: Counterparty): labels.Labelled => ({
  address: keyOf(address),
  label,
});

const limitOf = ({ mint, per_intent, per_day }: Limit): limits.SpendingLimit => ({
  mint: keyOf(mint),
  perIntent: per_intent,
  perDay: per_day,
});
