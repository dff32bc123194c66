import { orderedScopes, type Scope } from '../../../core/rules/scopes.ts';

export interface KeyTerms {
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** The terms of a requested key: its scopes always include `read`. */
export function keyTerms({ label, scopes }: KeyTerms): KeyTerms {
  return { label, scopes: orderedScopes(['read', ...scopes]) };
}
