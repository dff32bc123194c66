import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';

/** An account as a node shows it. */
export interface ChainAccount {
  /** The slot that the node answered at. */
  readonly slot: bigint;
  /** Undefined if the account does not exist, or has ended and holds no more than SOL that somebody sent to its address. */
  readonly held: { readonly owner: Pubkey; readonly lamports: bigint; readonly data: Uint8Array } | undefined;
}

export interface ChainQuestion {
  readonly commitment: Commitment;
  /** The node must have reached this slot. */
  readonly minContextSlot: bigint;
}

/** Direct access to the chain, besides the index. */
export interface ChainReader {
  /** @throws CHAIN_UNREADABLE, and CHAIN_READER_BUSY if more important requests use the node's whole rate */
  account(pubkey: Pubkey, question: ChainQuestion): Promise<ChainAccount>;
}
