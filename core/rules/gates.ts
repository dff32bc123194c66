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

/** What stops a tool: every gate, the kill switch alone, or nothing beyond its scope. */
export type Hold = 'all' | 'kill' | 'none';

export interface Gated {
  readonly name: string;
  readonly scope: Scope;
}

const STOPS: readonly string[] = ['kill_wallet', 'pause_wallet'];

/** They stop the wallet, let its owner start it again, or tell how something stands: a stopped wallet needs them most. */
const ALWAYS: readonly string[] = [
  ...STOPS,
  'resume_wallet',
  'get_intent_status',
  'poll_agnta_grant_clear',
  'poll_agnta_identity_registration',
  'poll_permission_mode_change',
  'poll_session_signer_authorization',
];

const FREE: readonly Scope[] = ['read', 'quote'];
/** Scopes that administrate: a paused wallet is still looked after. */
const ADMINISTRATION: readonly Scope[] = ['manage', 'wallet_admin'];

export function holdOf({ name, scope }: Gated): Hold {
  if (ALWAYS.includes(name) || FREE.includes(scope)) return 'none';
  return ADMINISTRATION.includes(scope) ? 'kill' : 'all';
}

/** Whether what is decided about a call is kept for the owner: reads and quotes are too many and change nothing. */
export function isTrailed({ name, scope }: Gated): boolean {
  return STOPS.includes(name) || !FREE.includes(scope);
}
