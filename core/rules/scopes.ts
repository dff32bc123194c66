/** What an agent's credential may be used for: the specification's table of scopes, in its order. */
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

/** The scopes of a pairing request that names none. */
export const BASE_SCOPES: readonly Scope[] = ['read', 'quote', 'intent'];

/** What an operator can grant without the owner: nothing that acts or proposes for the owner. */
export const OPERATOR_SCOPES: readonly Scope[] = ['read', 'quote'];

/** Scopes by which value can move; a credential with one of them has a fixed maximum lifetime. */
export const EXECUTION_SCOPES: readonly Scope[] = ['trade', 'strategy', 'perps', 'equity', 'wallet_admin'];

/** The scope of every tool that no other scope lists. */
export const DEFAULT_SCOPE: Scope = 'read';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The specification's "Limits": they apply whatever other scopes there are. */
export const EXECUTION_LIFETIME_MS = 90 * DAY_MS;

/** This implementation's choice, where the specification leaves the length open. */
const BASE_TOKEN_LIFETIME_MS = 180 * DAY_MS;
const BASE_KEY_LIFETIME_MS = 365 * DAY_MS;

export const CREDENTIAL_KINDS = ['token', 'key'] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Without duplicates, in the order of the table. */
export function orderedScopes(scopes: Iterable<Scope>): readonly Scope[] {
  const named = new Set(scopes);
  return SCOPES.filter((scope) => named.has(scope));
}

export function hasExecutionScope(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => EXECUTION_SCOPES.includes(scope));
}

/** Whether the owner must sign for these scopes in a browser; a key with base scopes is issued immediately. */
export function needsConfirmation(scopes: readonly Scope[]): boolean {
  return scopes.includes('manage') || hasExecutionScope(scopes);
}

export function lifetimeOf(kind: CredentialKind, scopes: readonly Scope[]): number {
  if (hasExecutionScope(scopes)) return EXECUTION_LIFETIME_MS;
  return kind === 'token' ? BASE_TOKEN_LIFETIME_MS : BASE_KEY_LIFETIME_MS;
}
