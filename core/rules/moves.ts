import type { Pubkey } from '../kernel/pubkey.ts';
import type { GatedMarket } from './jurisdictions.ts';

/** An amount of one mint that leaves a wallet, in base units. */
export interface Outflow {
  readonly mint: Pubkey;
  readonly amount: bigint;
}

/** What a call would move if the owner approved it: what the owner's policy and limits check. */
export interface Move {
  /** Everything that leaves the owner's wallet; the native coin under `NATIVE_MINT`. */
  readonly outflows: readonly Outflow[];
  /** The receiving wallets, if they are named. */
  readonly counterparties: readonly Pubkey[];
  /** The venue, if it is not executed on chain alone. */
  readonly venue?: string | undefined;
  /** A restricted market that it enters besides those of its tool. */
  readonly market?: GatedMarket | undefined;
}

/** The mint under which limits and policies list the native coin: that of its wrapped form. */
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112' as Pubkey;

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

/** The total outflow of each mint. */
export function outflowsByMint(outflows: readonly Outflow[]): ReadonlyMap<Pubkey, bigint> {
  const sums = new Map<Pubkey, bigint>();
  for (const { mint, amount } of outflows) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
  return sums;
}
