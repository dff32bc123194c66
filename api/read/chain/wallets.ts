import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChainAccounts } from './transactions.ts';

/** A token account of a wallet. */
export interface OwnedToken {
  readonly address: Pubkey;
  readonly mint: Pubkey;
  readonly amount: bigint;
}

/** A transaction that names a wallet. */
export interface WalletTransaction {
  readonly signature: string;
  readonly slot: bigint;
  /** Unix seconds; undefined if the node does not know it. */
  readonly time: bigint | undefined;
  readonly failed: boolean;
  readonly memo: string | undefined;
}

export interface HistoryPage {
  readonly limit: number;
  /** Only transactions before this one. */
  readonly before: string | undefined;
}

/** What a transaction changed for a wallet; lamports under the mint of the native coin. */
export interface WalletChange {
  readonly slot: bigint;
  readonly changes: ReadonlyMap<Pubkey, bigint>;
}

/** What a node knows about wallets, at the commitment of the index. */
export interface WalletChain {
  /** Of both token programs, in the order of their addresses. @throws CHAIN_UNREADABLE */
  tokens(wallet: Pubkey): Promise<readonly OwnedToken[]>;
  /** At most 100, all at one slot. @throws CHAIN_UNREADABLE */
  accounts(addresses: readonly Pubkey[]): Promise<ChainAccounts>;
  /** Newest first. @throws CHAIN_UNREADABLE */
  history(wallet: Pubkey, page: HistoryPage): Promise<readonly WalletTransaction[]>;
  /** Undefined if the node does not know the transaction, or it failed. @throws CHAIN_UNREADABLE */
  change(wallet: Pubkey, signature: string): Promise<WalletChange | undefined>;
}
