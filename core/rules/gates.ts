import type { Pubkey } from '../kernel/pubkey.ts';
import type { Scope } from './scopes.ts';

/** An amount of one mint that leaves a wallet, in base units. */
export interface Outflow {
  readonly mint: Pubkey;
  readonly amount: bigint;
}

/** What a call would move if the owner approved it: what the owner's policy and limits check. */
export interface Move {
  /** Everything that leaves the owner's wallet; the native coin under `NATIVE_MINT`. */
  readonly outflows: readonly Outflow[];
  /** The receiving wallets, if they are named. */
  readonly counterparties: readonly Pubkey[];
  /** The venue, if it is not executed on chain alone. */
  readonly venue?: string | undefined;
  /** A restricted market that it enters besides those of its tool. */
  readonly market?: GatedMarket | undefined;
}

/** The mint under which limits and policies list the native coin: that of its wrapped form. */
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112' as Pubkey;

const ACCOUNT_OVERHEAD_BYTES = 128;
/** 3,480 lamports per byte and year, for two years. */
const RENT_PER_BYTE = 6_960n;

/** Lamports that exempt an account of this size from rent. */
export function rentExemption(bytes: number): bigint {
  return BigInt(bytes + ACCOUNT_OVERHEAD_BYTES) * RENT_PER_BYTE;
}

/** The rent exemption of a token account without extensions. */
export const TOKEN_ACCOUNT_RENT = rentExemption(165);

/**
 * The highest network fee of a venue's transaction, in lamports: the venue mostly determines it, and the owner
 * pays it.
 */
export const MOST_NETWORK_FEE = 5_000_000n;
/** The most rent that a venue's transaction may move from the wallet to accounts, in lamports. */
export const MOST_RENT = 15_000_000n;
/** The most lamports that a venue's transaction may take besides the move. It may only take what it really pays. */
export const NATIVE_ALLOWANCE = MOST_NETWORK_FEE + MOST_RENT;

/** The total outflow of each mint. */
export function outflowsByMint(outflows: readonly Outflow[]): ReadonlyMap<Pubkey, bigint> {
  const sums = new Map<Pubkey, bigint>();
  for (const { mint, amount } of outflows) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
  return sums;
}

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

/** The checks of every call with a credential, in order; the owner's audit log names the one that refused. */
export const GATES = [
  'scope',
  'switch',
  'permission_mode',
  'arguments',
  'wallet_policy',
  'limits',
  'jurisdiction',
] as const;

export type Gate = (typeof GATES)[number];

/** Which owner switches refuse a tool: kill, pause and permission mode; the kill switch alone; or none of them. */
export type Hold = 'all' | 'kill' | 'none';

/** What the checks need to know about a tool, taken from its declaration. */
export interface Gated {
  readonly name: string;
  readonly scope: Scope;
  readonly hold: Hold;
  /** The market that every call of it enters; undefined if no jurisdiction applies. */
  readonly market: GatedMarket | undefined;
  /** It stops the owner's agents, so only a missing scope can refuse it. */
  readonly stopsAgents: boolean;
}

/** Every tool that a policy can name or an intent can be for, by name. */
export type GatedTools = ReadonlyMap<string, Gated>;

const FREE: readonly Scope[] = ['read', 'quote'];
/** Administrative scopes: they stay available while a wallet is paused. */
const ADMINISTRATION: readonly Scope[] = ['manage', 'wallet_admin'];

/** Whether tools of a scope only read or quote. */
export function isFree(scope: Scope): boolean {
  return FREE.includes(scope);
}

/** The default hold of a tool. */
export function holdOfScope(scope: Scope): Hold {
  if (isFree(scope)) return 'none';
  return ADMINISTRATION.includes(scope) ? 'kill' : 'all';
}

/** Whether every decision about a tool is recorded for the owner: reads and quotes are too many and change nothing. */
export function isAudited({ scope, stopsAgents }: Pick<Gated, 'scope' | 'stopsAgents'>): boolean {
  return stopsAgents || !isFree(scope);
}
