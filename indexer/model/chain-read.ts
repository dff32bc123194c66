import type { Commitment } from '../../core/kernel/settings/schema.ts';

export interface ChainAccount {
  /** Base58. */
  readonly pubkey: string;
  readonly owner: string;
  readonly lamports: bigint;
  readonly data: Buffer;
}

/** One asked key; `account` is absent when no such account exists. */
export interface ChainAccountSlot {
  readonly pubkey: string;
  readonly account: ChainAccount | undefined;
}

/** What a node answered, and the slot whose state it answered from. */
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
