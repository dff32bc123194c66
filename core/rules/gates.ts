import type { GatedMarket } from './jurisdictions.ts';
import type { Scope } from './scopes.ts';

/** What every call of a credential passes, in this order; the owner's trail names the one that refused. */
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

/** What the gates need to know of a tool. Its declaration says it, once. */
export interface Gated {
  readonly name: string;
  readonly scope: Scope;
  readonly hold: Hold;
  /** The market that every call of it enters; undefined where no jurisdiction gates it. */
  readonly market: GatedMarket | undefined;
  /** It stops the owner's agents, so nothing but a missing scope refuses it. */
  readonly stopsAgents: boolean;
}

/** Every tool that a policy can name or an intent can be about, by its name. */
export type GatedTools = ReadonlyMap<string, Gated>;

const FREE: readonly Scope[] = ['read', 'quote'];
/** Scopes that administrate: a paused wallet is still looked after. */
const ADMINISTRATION: readonly Scope[] = ['manage', 'wallet_admin'];

/** The hold of a tool whose declaration names none. */
export function holdOfScope(scope: Scope): Hold {
  if (FREE.includes(scope)) return 'none';
  return ADMINISTRATION.includes(scope) ? 'kill' : 'all';
}

/** Whether every decision about a tool is kept for the owner: reads and quotes are too many and change nothing. */
export function isTrailed({ scope, stopsAgents }: Pick<Gated, 'scope' | 'stopsAgents'>): boolean {
  return stopsAgents || !FREE.includes(scope);
}
