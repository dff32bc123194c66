import type { Scope } from './scopes.ts';

/** Markets that are open by jurisdiction alone; each has a list of its own. */
export const GATED_MARKETS = ['perps', 'equity', 'offramp'] as const;

export type GatedMarket = (typeof GATED_MARKETS)[number];

/** Where each market is open, by ISO 3166-1 alpha-2 codes: nowhere when the list is empty. */
export type MarketLists = Readonly<Record<GatedMarket, readonly string[]>>;

/** The kinds of strategies that trade on a gated market. */
const BY_KIND: Readonly<Record<string, GatedMarket>> = {
  ...{ perp_grid: 'perps', basis_trade: 'perps', hedge: 'perps' },
  equity_dca: 'equity',
};

/** The market of a tool whose declaration names none. */
export function marketOfScope(scope: Scope): GatedMarket | undefined {
  return scope === 'perps' || scope === 'equity' ? scope : undefined;
}

/** The market that strategies of a kind trade on; undefined where jurisdictions do not gate it. */
export function marketOfStrategy(kind: string): GatedMarket | undefined {
  return Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
}

/** @param declared undefined before the owner declared one: then every gated market is closed */
export function marketIs(
  lists: MarketLists,
  market: GatedMarket,
  declared: string | undefined,
): 'open' | 'unknown' | 'forbidden' {
  if (declared === undefined) return 'unknown';
  return lists[market].includes(declared) ? 'open' : 'forbidden';
}

/** Whether a declaration opens a market that the present one keeps closed. */
export function declarationWidens(lists: MarketLists, now: string, next: string): boolean {
  return GATED_MARKETS.some((market) => lists[market].includes(next) && !lists[market].includes(now));
}
