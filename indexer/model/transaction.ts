/** What one token account of a transaction held before or after it. */
export interface TokenBalance {
  /** Index of the account among the transaction's keys. */
  readonly accountIndex: number;
  readonly mint: Uint8Array;
  /** Undefined where the node does not tell. */
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
 * One executed transaction, whatever the source that tells it. Bytes may be windows on the message that carried them:
 * a sink may read them only during the call.
 */
export interface Transaction {
  readonly slot: bigint;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly failed: boolean;
  /** The message's own keys, then the writable and the readonly ones from look-up tables. */
  readonly accountKeys: readonly Uint8Array[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  /** Its place in the block; undefined where the source does not tell. */
  readonly index?: number | undefined;
  /** Keys that held lamports before it and hold none after it: accounts that it closed. Those of `accountKeys`. */
  readonly emptied?: readonly Uint8Array[] | undefined;
  /** Each instruction of the message, followed by those that it called, as far as the node recorded them. */
  readonly instructions: readonly TransactionInstruction[];
}
