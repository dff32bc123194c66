import { orderedScopes, type Scope } from '../../../core/rules/scopes.ts';

export interface KeyTerms {
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** The terms that a key has for what was asked: `read` is always among its scopes. */
export function keyTerms({ label, scopes }: KeyTerms): KeyTerms {
  return { label, scopes: orderedScopes(['read', ...scopes]) };
}
