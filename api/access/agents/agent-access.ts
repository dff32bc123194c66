import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { type Credential, endOfCredential } from '../../state/credentials/credential.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';
import type { CredentialMetrics } from '../credential-metrics.ts';
import { bearerOf } from './header.ts';
import type { LastUsed } from './last-used.ts';
import type { AgentAccess, AgentPrincipal, CredentialEnd, CredentialUse } from './principal.ts';
import type { Refusals } from './refusals.ts';
import { type Secrets, secretHash } from './secret.ts';

export interface AgentAccessParts {
  readonly credentials: Pick<Credentials, 'byHash' | 'holding'>;
  readonly secrets: Pick<Secrets, 'kindOf'>;
  readonly refusals: Refusals;
  readonly lastUsed: Pick<LastUsed, 'note'>;
  readonly clock: Clock;
  readonly metrics?: CredentialMetrics | undefined;
}

/** The credential that was shown, and how it ended. */
interface Shown {
  readonly found?: Credential;
  readonly ended?: CredentialEnd;
}

type ShownUse = Pick<CredentialUse, 'surface'> & { readonly authorization: string };

export function createAgentAccess(parts: AgentAccessParts): AgentAccess {
  const { credentials, refusals, lastUsed, clock, metrics } = parts;
  /** The credential in a header; its owner is told about one that has ended. */
  const shown = async ({ authorization, surface }: ShownUse): Promise<Shown> => {
    const secret = shownSecret(parts.secrets, authorization);
    const found = secret === undefined ? undefined : await credentials.byHash(secretHash(secret));
    if (!found) return {};
    const ended = endOfCredential(found, clock.now());
    if (ended === undefined) return { found };
    await refusals.note(found, surface, ended);
    return { found, ended };
  };
  return {
    principal: async (use) => {
      const { authorization } = use;
      if (authorization === undefined) {
        metrics?.credentialRefused('missing');
        throw new LaunchlensError('CREDENTIAL_REQUIRED', {});
      }
      const { found, ended } = await shown({ ...use, authorization });
      if (!found || ended !== undefined || !use.kinds.includes(found.kind)) {
        metrics?.credentialRefused(found ? (ended ?? 'wrong_surface') : 'unknown');
        throw new LaunchlensError('CREDENTIAL_REFUSED', {});
      }
      lastUsed.note(found.id);
      return principalOf(found);
    },
    noteRefused: async ({ authorization, surface }) => {
      return authorization === undefined ? undefined : (await shown({ authorization, surface })).ended;
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
