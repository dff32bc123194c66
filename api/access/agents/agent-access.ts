import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import { bearerOf } from './header.ts';
import type { LastUsed } from './last-used.ts';
import type { AgentAccess, AgentPrincipal, CredentialUse } from './principal.ts';
import type { Refusals } from './refusals.ts';
import { type Secrets, secretHash } from './secret.ts';

export interface AgentAccessParts {
  readonly credentials: Pick<Credentials, 'byHash' | 'holding'>;
  readonly secrets: Pick<Secrets, 'kindOf'>;
  readonly refusals: Refusals;
  readonly lastUsed: Pick<LastUsed, 'note'>;
  readonly clock: Clock;
}

export function createAgentAccess(parts: AgentAccessParts): AgentAccess {
  const { credentials, refusals, lastUsed, clock } = parts;
  return {
    principal: async (use) => {
      if (use.authorization === undefined) throw new LaunchlensError('CREDENTIAL_REQUIRED', {});
      const secret = acceptable(parts.secrets, use, use.authorization);
      const found = secret === undefined ? undefined : await credentials.byHash(secretHash(secret));
      if (!found) throw new LaunchlensError('CREDENTIAL_REFUSED', {});
      const reason = whyRefused(found, clock.now());
      if (reason !== undefined) {
        await refusals.note(found, use.surface, reason);
        throw new LaunchlensError('CREDENTIAL_REFUSED', {});
      }
      lastUsed.note(found.id);
      return principalOf(found);
    },
    stillHolds: (ids) => credentials.holding(ids, clock.now()),
  };
}

/** What the header shows, where it is a credential of a kind that is taken there. */
function acceptable(
  secrets: Pick<Secrets, 'kindOf'>,
  { kinds }: CredentialUse,
  authorization: string,
): string | undefined {
  const secret = bearerOf(authorization);
  const kind = secret === undefined ? undefined : secrets.kindOf(secret);
  return kind !== undefined && kinds.includes(kind) ? secret : undefined;
}

function whyRefused({ revokedAt, replacedBy, expiresAt }: Credential, now: number): string | undefined {
  if (replacedBy !== undefined) return 'rotated';
  if (revokedAt !== undefined) return 'revoked';
  return now >= expiresAt ? 'expired' : undefined;
}

function principalOf({ id, kind, owner, scopes, tier, expiresAt }: Credential): AgentPrincipal {
  return {
    credentialId: id,
    ...{ kind, tier, expiresAt },
    owner: parsePubkey(owner),
    scopes: new Set(scopes),
  };
}
