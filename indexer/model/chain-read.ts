import type { Commitment } from '../../core/kernel/settings/schema.ts';

export interface ChainAccount {
  /** Base58. */
  readonly pubkey: string;
  readonly owner: string;
  readonly lamports: bigint;
  readonly data: Buffer;
}

/** One requested key; `account` is absent if the account does not exist. */
export interface ChainAccountSlot {
  readonly pubkey: string;
  readonly account: ChainAccount | undefined;
}

/** A node's answer, and the slot of its state. */
export interface AtSlot<Value> {
  readonly slot: bigint;
  readonly value: Value;
}

export interface ChainReadOptions {
  readonly commitment: Commitment;
  /** The answer must not come from a state before this slot. */
  readonly minContextSlot?: bigint | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Accounts with these bytes at this offset; `bytes` is base58, at most 128 bytes decoded. */
export interface MemcmpFilter {
  readonly memcmp: { readonly offset: number; readonly bytes: string };
}
