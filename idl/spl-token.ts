/**
 * Byte offsets of the SPL Token program's accounts. Token-2022 keeps them and may add extensions after byte 165,
 * where one byte then tells the kind of the account.
 */
export const TOKEN_ACCOUNT = {
  size: 165,
  mintAt: 0,
  ownerAt: 32,
  amountAt: 64,
  /** 0 uninitialized, 1 initialized, 2 frozen. */
  stateAt: 108,
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
} as const;
