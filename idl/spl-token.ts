/**
 * Byte offsets of the SPL Token program's accounts. Token-2022 keeps them and may add extensions after byte 165,
 * where one byte gives the kind of the account.
 */
export const TOKEN_ACCOUNT = {
  size: 165,
  mintAt: 0,
  ownerAt: 32,
  amountAt: 64,
  /** Optional key: four bytes that are not 0, then the key. */
  delegateAt: 72,
  /** 0 uninitialized, 1 initialized, 2 frozen. */
  stateAt: 108,
  maxState: 2,
  delegatedAt: 121,
  /** Option of a key. */
  closeAuthorityAt: 129,
} as const;

export const MINT = {
  size: 82,
  supplyAt: 36,
  decimalsAt: 44,
  isInitializedAt: 45,
} as const;

export const TOKEN_2022_KIND = {
  at: 165,
  mint: 1,
  account: 2,
  /** A multisig of this size is neither, whatever its byte 165 is. */
  multisigSize: 355,
} as const;

/** The instructions of both token programs that move tokens: tag, bytes of data (the amount is a u64 at 1), accounts. */
export const TOKEN_TRANSFER = [
  { tag: 3, size: 9, fromIndex: 0, toIndex: 1 },
  // `TransferChecked` has the mint between the two and adds its decimals.
  { tag: 12, size: 10, fromIndex: 0, toIndex: 2 },
] as const;
