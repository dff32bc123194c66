/** The balance of one token account before or after a transaction. */
export interface TokenBalance {
  /** Index of the account among the transaction's keys. */
  readonly accountIndex: number;
  readonly mint: Uint8Array;
  /** Undefined if the node does not provide it. */
  readonly owner: Uint8Array | undefined;
  /** Base units. */
  readonly amount: bigint;
}

export interface TransactionInstruction {
  /** Index of the program among the transaction's keys. */
  readonly program: number;
  /** Indexes of the accounts among the transaction's keys. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * One executed transaction, from any source. Bytes may be views of the message that carried them: a sink may read
 * them only during the call.
 */
export interface Transaction {
  readonly slot: bigint;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly failed: boolean;
  /** The message's own keys, then the writable and the readonly ones from lookup tables. */
  readonly accountKeys: readonly Uint8Array[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  /** Its position in the block; undefined if the source does not provide it. */
  readonly index?: number | undefined;
  /** Keys of `accountKeys` with lamports before and none after it: accounts that it closed. */
  readonly emptied?: readonly Uint8Array[] | undefined;
  /** Each instruction of the message, followed by those that it called, as far as the node recorded them. */
  readonly instructions: readonly TransactionInstruction[];
}
