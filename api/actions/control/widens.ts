import { declarationWidens, type MarketLists } from '../../../core/rules/jurisdictions.ts';
import { modeWidens } from '../../../core/rules/permission-mode.ts';
import { limitsWiden } from '../../../core/rules/spending-limits.ts';
import { type PolicyTerms, policyWidens } from '../../../core/rules/wallet-policy.ts';
import { switchWidens } from '../../../core/rules/wallet-switch.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';

/**
 * Whether agents could do something by the next control that they cannot by the current one. A first declaration of a
 * jurisdiction does not count: until then nothing is known, and the owner signed for the scope that declares it.
 */
export function controlWidens(now: WalletControl, next: WalletControl, markets: MarketLists): boolean {
  return (
    switchWidens(now.switchState, next.switchState) ||
    modeWidens(now.mode, next.mode) ||
    policyWidens(termsOf(now), termsOf(next)) ||
    limitsWiden(now.limits, next.limits) ||
    jurisdictionWidens(now, next, markets)
  );
}

function jurisdictionWidens(now: WalletControl, next: WalletControl, markets: MarketLists): boolean {
  if (now.jurisdiction === undefined || next.jurisdiction === undefined) return false;
  return declarationWidens(markets, now.jurisdiction, next.jurisdiction);
}

function termsOf({ policy, counterparties }: WalletControl): PolicyTerms {
  return { policy, counterparties: counterparties.map(({ address }) => address) };
}
