import type { Clock } from '../core/kernel/clock.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import type { LimitMetrics } from './access/limit-names.ts';
import type { TokensContext } from './actions/tokens/context.ts';
import { knownTokens } from './actions/tokens/known.ts';
import { createWalletChain } from './read/chain/wallets-json-rpc.ts';
import { openMarketData } from './venues/market-data.ts';

export interface TokensOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
  /** The rate limit shared by everything in this process; defaults to that of the node's address. */
  readonly rpcLimit?: RpcLimit | undefined;
}

/** What reads of wallets, tokens and prices ask. */
export function openTokens({ settings, clock, metrics, rpcLimit: limit }: TokensOptions): TokensContext {
  const { SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = settings;
  return {
    chain: url && createWalletChain({ url, limit, commitment }),
    market: openMarketData({ settings, clock, metrics }),
    known: knownTokens(settings),
    ...{ commitment, clock },
  };
}
