import type { Scope } from './scopes.ts';

/** Markets restricted by jurisdiction; each has its own list. */
export const GATED_MARKETS = ['perps', 'equity', 'offramp'] as const;

export type GatedMarket = (typeof GATED_MARKETS)[number];

/** Where each market is open, by ISO 3166-1 alpha-2 codes; an empty list means nowhere. */
export type MarketLists = Readonly<Record<GatedMarket, readonly string[]>>;

/** The kinds of strategies that trade on a restricted market. */
const BY_KIND: Readonly<Record<string, GatedMarket>> = {
  ...{ perp_grid: 'perps', basis_trade: 'perps', hedge: 'perps' },
  equity_dca: 'equity',
};

/** The default market of a tool. */
export function marketOfScope(scope: Scope): GatedMarket | undefined {
  return scope === 'perps' || scope === 'equity' ? scope : undefined;
}

/** The market of strategies of a kind; undefined if no jurisdiction applies. */
export function marketOfStrategy(kind: string): GatedMarket | undefined {
  return Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
}

/** @param declared undefined before the owner declared one: then every restricted market is closed */
export function marketIs(
  lists: MarketLists,
  market: GatedMarket,
  declared: string | undefined,
): 'open' | 'unknown' | 'forbidden' {
  if (declared === undefined) return 'unknown';
  return lists[market].includes(declared) ? 'open' : 'forbidden';
}

/** Whether a declaration opens a market that the current one keeps closed. */
export function declarationWidens(lists: MarketLists, now: string, next: string): boolean {
  return GATED_MARKETS.some((market) => lists[market].includes(next) && !lists[market].includes(now));
}
