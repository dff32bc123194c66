/** What a credential of an agent may be good for: the specification's table of scopes, in its order. */
export const SCOPES = [
  'read',
  'quote',
  'intent',
  'manage',
  'trade',
  'strategy',
  'perps',
  'equity',
  'wallet_admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a pairing gets that names no scopes. */
export const BASE_SCOPES: readonly Scope[] = ['read', 'quote', 'intent'];

/** Scopes by which value can move; a credential with one of them has a hard expiry. */
export const EXECUTION_SCOPES: readonly Scope[] = ['trade', 'strategy', 'perps', 'equity', 'wallet_admin'];

/** The scope of every tool that no other scope lists. */
export const DEFAULT_SCOPE: Scope = 'read';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The specification's "Limits": hard, whatever other scopes there are beside. */
export const EXECUTION_LIFETIME_MS = 90 * DAY_MS;

/** This implementation's choice, where the specification leaves the length open. */
export const BASE_TOKEN_LIFETIME_MS = 180 * DAY_MS;
export const BASE_KEY_LIFETIME_MS = 365 * DAY_MS;

export const CREDENTIAL_KINDS = ['token', 'key'] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Each once, in the order of the table. */
export function orderedScopes(scopes: Iterable<Scope>): readonly Scope[] {
  const named = new Set(scopes);
  return SCOPES.filter((scope) => named.has(scope));
}

export function hasExecutionScope(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => EXECUTION_SCOPES.includes(scope));
}

/** Whether the owner has to sign for these scopes in a browser; base scopes of a key mint at once. */
export function needsConfirmation(scopes: readonly Scope[]): boolean {
  return scopes.includes('manage') || hasExecutionScope(scopes);
}

export function lifetimeOf(kind: CredentialKind, scopes: readonly Scope[]): number {
  if (hasExecutionScope(scopes)) return EXECUTION_LIFETIME_MS;
  return kind === 'token' ? BASE_TOKEN_LIFETIME_MS : BASE_KEY_LIFETIME_MS;
}
