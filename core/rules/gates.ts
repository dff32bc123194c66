import type { GatedMarket } from './restricted-markets.ts';
import type { Scope } from './scopes.ts';

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
