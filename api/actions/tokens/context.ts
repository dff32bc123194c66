import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import type { WalletChain } from '../../read/chain/wallets.ts';
import type { MarketData } from '../../venues/market-data.ts';
import type { KnownToken } from './known.ts';
import type { ReadName } from './name-reader.ts';

/** What reads of wallets, tokens and prices ask. */
export interface TokensContext {
  /** Undefined if no node is configured. */
  readonly chain: WalletChain | undefined;
  readonly commitment: Commitment;
  /** Undefined if no price provider is configured. */
  readonly market: MarketData | undefined;
  readonly known: readonly KnownToken[];
  /** What the tokens of the newest launches call themselves. Undefined without a node, or without an index. */
  readonly launchNames?: (() => Promise<ReadonlyMap<Pubkey, ReadName>>) | undefined;
  readonly clock: Clock;
}

/** @throws CHAIN_READER_MISSING */
export function chainOf({ chain }: Pick<TokensContext, 'chain'>): WalletChain {
  if (chain === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return chain;
}
