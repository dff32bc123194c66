import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../core/kernel/pubkey.ts';
import type { AgentWallets } from '../state/agent-wallets.ts';
import type { EndedSessions } from '../state/ended-sessions.ts';
import type { AgentAccess } from './agents/principal.ts';
import type { Caller, TokenVerifier } from './caller.ts';
import type { CredentialMetrics } from './credential-metrics.ts';

export interface AccessParts {
  readonly tokens: TokenVerifier;
  readonly agentWallets: Pick<AgentWallets, 'owns'>;
  /** Sessions that their owners ended. */
  readonly endedSessions: Pick<EndedSessions, 'ended'>;
  readonly agents: Pick<AgentAccess, 'noteRefused'>;
  readonly metrics?: CredentialMetrics | undefined;
}

/** Who sends a request, and which wallets it may read. */
export type Access = ReturnType<typeof createAccess>;

export function createAccess({ tokens, agentWallets, endedSessions, agents, metrics }: AccessParts) {
  const verified = async (token: string): Promise<Caller> => {
    const caller = await tokens.verify(token);
    const id = caller.session?.idHash;
    if (id === undefined || !(await endedSessions.ended([id])).has(id)) return caller;
    throw new LaunchlensError('TOKEN_REFUSED', { reason: 'its session was ended by signing out' });
  };
  /** Any text may be requested: an invalid key is nobody's wallet. */
  const usable = async ({ wallet: own }: Caller, asked: string | undefined): Promise<Pubkey | undefined> => {
    if (own === undefined) throw new LaunchlensError('WALLET_UNBOUND', {});
    if (asked === undefined || asked === own) return own;
    return isPubkey(asked) && (await agentWallets.owns(own, asked)) ? asked : undefined;
  };
  return {
    /**
     * Refused uses of a revoked, rotated or expired agent credential go to its owner's audit log.
     * @param surface path of the endpoint, for that log
     * @throws SIGN_IN_REQUIRED, TOKEN_REFUSED, ISSUER_UNREACHABLE
     */
    caller: async (authorization: string | undefined, surface: string) => {
      const token = bearerToken(authorization);
      if (token === undefined) {
        metrics?.credentialRefused('missing');
        throw new LaunchlensError('SIGN_IN_REQUIRED', {});
      }
      try {
        return await verified(token);
      } catch (error) {
        const ended = await agents.noteRefused({ authorization, surface });
        if (isLaunchlensError(error, 'TOKEN_REFUSED')) metrics?.credentialRefused(ended ?? 'bad_token');
        throw error;
      }
    },
    /**
     * The wallet to read: the caller's own, or an agent wallet that it owns. Whether another wallet exists is not
     * revealed.
     * @throws WALLET_UNBOUND, WALLET_FORBIDDEN
     */
    readableWallet: async (caller: Caller, asked: string | undefined) => {
      const wallet = await usable(caller, asked);
      if (wallet === undefined) throw new LaunchlensError('WALLET_FORBIDDEN', {});
      return wallet;
    },
    /** Whether the caller may read a wallet. @throws WALLET_UNBOUND */
    mayRead: async (caller: Caller, wallet: string) => (await usable(caller, wallet)) !== undefined,
    /** The same for a claim, with the errors of claims. @throws WALLET_UNBOUND, CLAIM_WALLET_UNKNOWN */
    claimableWallet: async (caller: Caller, asked: string) => {
      const wallet = await usable(caller, asked);
      if (wallet === undefined) throw new LaunchlensError('CLAIM_WALLET_UNKNOWN', {});
      return wallet;
    },
  };
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
