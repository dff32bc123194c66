/** The records of a capture: a type, a length, and a body of that length (`docs/captures.md`). */
export const RECORD = { snapshot: 1, slot: 2, account: 3, transaction: 4 } as const;
export const RECORD_HEAD_BYTES = 5;

/** Bits of the flags of a block. */
export const BLOCK_HAS = { time: 1, height: 2, lost: 4 } as const;
/** Bits of the flags of an account. */
export const ACCOUNT_HAS = { signature: 1 } as const;
/** Bits of the flags of a transaction. */
export const TRANSACTION_IS = { failed: 1, placed: 2 } as const;
/** Bits of the flags of a token balance. */
export const BALANCE_HAS = { owner: 1 } as const;

export const PUBKEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
/** Key, owner, lamports, write version, flags: what precedes the signature and the data. */
export const ACCOUNT_FIXED_BYTES = 2 * PUBKEY_BYTES + 8 + 8 + 1;
