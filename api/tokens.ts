import type { Clock } from '../core/kernel/clock.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import type { LimitMetrics } from './access/limit-names.ts';
import type { SharedChain } from './actions/shared-chain.ts';
import { chainOf, type TokensContext } from './actions/tokens/context.ts';
import { knownTokens } from './actions/tokens/known.ts';
import { createNameReader, type NameReader } from './actions/tokens/name-reader.ts';
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

/** Names of tokens for anyone: reads of the node take turns with the other public ones. */
export function openNames({
  tokens,
  chain,
  clock,
}: {
  readonly tokens: TokensContext;
  readonly chain: Pick<SharedChain, 'inTurn'>;
  readonly clock: Clock;
}): NameReader {
  const accounts = (addresses: Parameters<ReturnType<typeof chainOf>['accounts']>[0]) =>
    chain.inTurn(() => chainOf(tokens).accounts(addresses));
  return createNameReader({ accounts, clock });
}
