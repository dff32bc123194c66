/** An account that a transaction names. Keys and signatures are base58. */
export interface NamedAccount {
  readonly key: string;
  readonly signer: boolean;
  readonly writable: boolean;
  /** Before and after; an account without lamports does not exist. */
  readonly lamports: { readonly before: bigint; readonly after: bigint };
  /** Base units before and after; undefined if it was not a token account either time. */
  readonly tokens: { readonly before: bigint; readonly after: bigint } | undefined;
}

/** A successful transaction, as far as it shows which accounts it wrote. */
export interface WritingTransaction {
  readonly signature: string;
  readonly accounts: readonly NamedAccount[];
}

/**
 * Which accounts the transactions of a block may have written, in block order. A failed transaction writes none
 * of ours.
 */
export interface BlockWrites {
  readonly blockhash: string;
  readonly transactions: readonly WritingTransaction[];
}
