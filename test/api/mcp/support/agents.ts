import type { AgentPrincipal } from '../../../../api/access/agents/principal.ts';
import type { Scope } from '../../../../core/rules/scopes.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

export interface PrincipalParts extends Partial<Omit<AgentPrincipal, 'scopes'>> {
  readonly scopes?: readonly Scope[];
}

/** An agent of the wallet `owner` with the base scopes, but for what the test says. */
export function principalOf({
  scopes = ['read', 'quote', 'intent'],
  ...parts
}: PrincipalParts = {}): AgentPrincipal {
  return {
    credentialId: '00000000-0000-4000-8000-000000000001',
    kind: 'token',
    owner: pubkeyOf('owner'),
    tier: 'paired',
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...parts,
    scopes: new Set(scopes),
  };
}
