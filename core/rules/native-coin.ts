import type { Pubkey } from '../kernel/pubkey.ts';

/** The mint under which limits and policies list the native coin: that of its wrapped form. */
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112' as Pubkey;

/** Decimals of the native coin: a lamport is 10^-9 SOL. */
export const NATIVE_DECIMALS = 9;

const ACCOUNT_OVERHEAD_BYTES = 128;
/** 3,480 lamports per byte and year, for two years. */
const RENT_PER_BYTE = 6_960n;

/** Lamports that exempt an account of this size from rent. */
export function rentExemption(bytes: number): bigint {
  return BigInt(bytes + ACCOUNT_OVERHEAD_BYTES) * RENT_PER_BYTE;
}

/** The rent exemption of a token account without extensions. */
export const TOKEN_ACCOUNT_RENT = rentExemption(165);

/**
 * The highest network fee of a venue's transaction, in lamports: the venue mostly determines it, and the owner
 * pays it.
 */
export const MOST_NETWORK_FEE = 5_000_000n;
/** The most rent that a venue's transaction may move from the wallet to accounts, in lamports. */
export const MOST_RENT = 15_000_000n;
/** The most lamports that a venue's transaction may take besides the move. It may only take what it really pays. */
export const NATIVE_ALLOWANCE = MOST_NETWORK_FEE + MOST_RENT;
