/** An account that a transaction names. Keys and signatures are base58. */
export interface NamedAccount {
  readonly key: string;
  readonly signer: boolean;
  readonly writable: boolean;
  /** Before and after; an account without any does not exist. */
  readonly lamports: { readonly before: bigint; readonly after: bigint };
  /** Base units before and after; undefined for what was no token account both times. */
  readonly tokens: { readonly before: bigint; readonly after: bigint } | undefined;
}

/** A transaction that succeeded, as far as it tells which accounts it wrote. */
export interface WritingTransaction {
  readonly signature: string;
  readonly accounts: readonly NamedAccount[];
}

/** Which accounts the transactions of a block can have written, in block order. A failed one writes none of ours. */
export interface BlockWrites {
  readonly blockhash: string;
  readonly transactions: readonly WritingTransaction[];
}
