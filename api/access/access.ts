import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../core/kernel/pubkey.ts';
import type { AgentWallets } from '../state/agent-wallets.ts';
import type { Caller, TokenVerifier } from './caller.ts';

/** Who asks, and which wallets they may ask about. */
export interface Access {
  /** @throws SIGN_IN_REQUIRED, TOKEN_REFUSED, ISSUER_UNREACHABLE */
  caller(authorization: string | undefined): Promise<Caller>;
  /**
   * The wallet to read: the caller's own, or an agent wallet that it owns. Whether another wallet exists is not told.
   * @throws WALLET_UNBOUND, WALLET_FORBIDDEN
   */
  readableWallet(caller: Caller, asked: string | undefined): Promise<Pubkey>;
  /** The same for a claim, in the words of claims. @throws WALLET_UNBOUND, CLAIM_WALLET_UNKNOWN */
  claimableWallet(caller: Caller, asked: string): Promise<Pubkey>;
}

export interface AccessParts {
  readonly tokens: TokenVerifier;
  readonly agentWallets: Pick<AgentWallets, 'owns'>;
}

export function createAccess({ tokens, agentWallets }: AccessParts): Access {
  /** Any text may be asked for: what is no key is nobody's wallet. */
  const usable = async ({ wallet: own }: Caller, asked: string | undefined): Promise<Pubkey | undefined> => {
    if (own === undefined) throw new LaunchlensError('WALLET_UNBOUND', {});
    if (asked === undefined || asked === own) return own;
    return isPubkey(asked) && (await agentWallets.owns(own, asked)) ? asked : undefined;
  };
  return {
    caller: async (authorization) => tokens.verify(bearerToken(authorization)),
    readableWallet: async (caller, asked) => {
      const wallet = await usable(caller, asked);
      if (wallet === undefined) throw new LaunchlensError('WALLET_FORBIDDEN', {});
      return wallet;
    },
    claimableWallet: async (caller, asked) => {
      const wallet = await usable(caller, asked);
      if (wallet === undefined) throw new LaunchlensError('CLAIM_WALLET_UNKNOWN', {});
      return wallet;
    },
  };
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** @throws SIGN_IN_REQUIRED */
function bearerToken(authorization: string | undefined): string {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new LaunchlensError('SIGN_IN_REQUIRED', {});
  return token;
}
