import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from './reader.ts';

type Held = ChainAccount['held'];

/** Accounts of one slot, in the order in which they were asked for. */
export interface ChainAccounts {
  readonly slot: bigint;
  readonly held: readonly Held[];
}

export interface RecentBlockhash {
  readonly blockhash: string;
  /** A transaction with it can land in no block above this height. */
  readonly lastValidBlockHeight: bigint;
}

export interface Simulation {
  readonly verify?: boolean;
  /** Accounts of the transaction to be shown as they would be after it. */
  readonly accounts?: readonly Pubkey[];
}

/** How a node would execute a transaction now. */
export interface Simulated {
  readonly slot: bigint;
  /** As the node says it; null when the transaction would succeed. */
  readonly error: unknown;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint | undefined;
  /** As they would be then, in the order in which they were asked for. */
  readonly accounts?: readonly Held[] | undefined;
}

/** What became of a transaction that is in a block. */
export interface SignatureStatus {
  readonly slot: bigint;
  /** As the node says it; null when it succeeded. */
  readonly error: unknown;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
}

/** The way to the chain for transactions: everything that is asked before and after one is sent, and sending it. */
export interface TransactionChain {
  /** At most 100. @throws CHAIN_UNREADABLE */
  accounts(addresses: readonly Pubkey[]): Promise<ChainAccounts>;
  /** @throws CHAIN_UNREADABLE */
  latestBlockhash(): Promise<RecentBlockhash>;
  /** At the commitment of the index. @throws CHAIN_UNREADABLE */
  blockHeight(): Promise<bigint>;
  /** Signatures are not looked at, unless `verify`. @throws CHAIN_UNREADABLE */
  simulate(transaction: Uint8Array, how?: Simulation): Promise<Simulated>;
  /**
   * Hands a signed transaction to the node, which passes it on without looking at what it does. Undefined when the node
   * took it, else its words. @throws CHAIN_UNREADABLE
   */
  send(transaction: Uint8Array): Promise<string | undefined>;
  /** Undefined for a transaction in no block that the node knows. At most 256. @throws CHAIN_UNREADABLE */
  statuses(signatures: readonly string[]): Promise<readonly (SignatureStatus | undefined)[]>;
}
