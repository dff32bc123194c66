import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from './reader.ts';

type Held = ChainAccount['held'];

/** Accounts of one slot, in the order of the request. */
export interface ChainAccounts {
  readonly slot: bigint;
  readonly held: readonly Held[];
}

export interface RecentBlockhash {
  readonly blockhash: string;
  /** A transaction with it cannot land above this block height. */
  readonly lastValidBlockHeight: bigint;
}

export interface Simulation {
  readonly verify?: boolean;
  /** Accounts of the transaction to return in their later state. */
  readonly accounts?: readonly Pubkey[];
}

/** How a node would execute a transaction now. */
export interface Simulated {
  readonly slot: bigint;
  /** The node's error; null if the transaction would succeed. */
  readonly error: unknown;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint | undefined;
  /** Their later state, in the order of the request. */
  readonly accounts?: readonly Held[] | undefined;
}

/** The result of a transaction in a block. */
export interface SignatureStatus {
  readonly slot: bigint;
  /** The node's error; null if it succeeded. */
  readonly error: unknown;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
}

/** Access to the chain for transactions: everything read before and after sending one, and sending it. */
export interface TransactionChain {
  /** At most 100. @throws CHAIN_UNREADABLE */
  accounts(addresses: readonly Pubkey[]): Promise<ChainAccounts>;
  /** @throws CHAIN_UNREADABLE */
  latestBlockhash(): Promise<RecentBlockhash>;
  /** At the commitment of the index. @throws CHAIN_UNREADABLE */
  blockHeight(): Promise<bigint>;
  /** Signatures are not checked, unless `verify`. @throws CHAIN_UNREADABLE */
  simulate(transaction: Uint8Array, how?: Simulation): Promise<Simulated>;
  /**
   * Sends a signed transaction through the node, which forwards it without simulating. Undefined if the node accepted
   * it, otherwise its message. @throws CHAIN_UNREADABLE
   */
  send(transaction: Uint8Array): Promise<string | undefined>;
  /** Undefined for a transaction in no block known to the node. At most 256. @throws CHAIN_UNREADABLE */
  statuses(signatures: readonly string[]): Promise<readonly (SignatureStatus | undefined)[]>;
}
