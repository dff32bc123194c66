import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { type Credential, endOfCredential } from '../../state/credentials/credential.ts';
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

type ShownUse = Pick<CredentialUse, 'surface'> & { readonly authorization: string };

export function createAgentAccess(parts: AgentAccessParts): AgentAccess {
  const { credentials, refusals, lastUsed, clock } = parts;
  /** The credential in a header, if it is valid; its owner is told about an invalid one. */
  const shown = async ({ authorization, surface }: ShownUse): Promise<Credential | undefined> => {
    const secret = shownSecret(parts.secrets, authorization);
    const found = secret === undefined ? undefined : await credentials.byHash(secretHash(secret));
    if (!found) return undefined;
    const ended = endOfCredential(found, clock.now());
    if (ended === undefined) return found;
    await refusals.note(found, surface, ended);
    return undefined;
  };
  return {
    principal: async (use) => {
      const { authorization } = use;
      if (authorization === undefined) throw new LaunchlensError('CREDENTIAL_REQUIRED', {});
      const found = await shown({ ...use, authorization });
      if (!found || !use.kinds.includes(found.kind)) throw new LaunchlensError('CREDENTIAL_REFUSED', {});
      lastUsed.note(found.id);
      return principalOf(found);
    },
    noteRefused: async ({ authorization, surface }) => {
      if (authorization !== undefined) await shown({ authorization, surface });
    },
    stillHolds: (ids) => credentials.holding(ids, clock.now()),
  };
}

/** The credential in the header, if it has the form of one of ours. */
function shownSecret(secrets: Pick<Secrets, 'kindOf'>, authorization: string): string | undefined {
  const secret = bearerOf(authorization);
  return secret !== undefined && secrets.kindOf(secret) !== undefined ? secret : undefined;
}

/** The owner of an absent agent, by the stored id of its credential. @throws CREDENTIAL_REFUSED */
export async function standingPrincipal(
  { credentials, clock }: { readonly credentials: Pick<Credentials, 'byId'>; readonly clock: Clock },
  id: string,
): Promise<AgentPrincipal> {
  const found = await credentials.byId(id);
  if (found && endOfCredential(found, clock.now()) === undefined) return principalOf(found);
  throw new LaunchlensError('CREDENTIAL_REFUSED', {});
}

function principalOf({ id, kind, owner, scopes, tier, expiresAt }: Credential): AgentPrincipal {
  return {
    credentialId: id,
    ...{ kind, tier, expiresAt },
    owner: parsePubkey(owner),
    scopes: new Set(scopes),
  };
}
