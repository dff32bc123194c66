import type { Pubkey } from '../kernel/pubkey.ts';
import type { GatedMarket } from './jurisdictions.ts';

/** An amount of one mint that leaves a wallet, in base units. */
export interface Outflow {
  readonly mint: Pubkey;
  readonly amount: bigint;
}

/** What a call would move if the owner let it: what the owner's policy and limits judge. */
export interface Move {
  /** Everything that leaves the owner's wallet; the native coin under `NATIVE_MINT`. */
  readonly outflows: readonly Outflow[];
  /** Wallets that it would come to, where they are named. */
  readonly counterparties: readonly Pubkey[];
  /** Where it is executed, where that is elsewhere than on chain alone. */
  readonly venue?: string | undefined;
  /** A market that it enters beside those that its tool is for, where jurisdictions gate that market. */
  readonly market?: GatedMarket | undefined;
}

/** The mint under which limits and policies know the chain's native coin: that of its wrapped form. */
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112' as Pubkey;

/** Lamports that a venue's transaction may take beside the move: fees, priority, and the rent of accounts that are made. */
export const NATIVE_ALLOWANCE = 20_000_000n;

/** Lamports that keep a token account of 165 bytes free of rent: (165 + 128 bytes) x 3,480 a year x 2 years. */
export const TOKEN_ACCOUNT_RENT = 2_039_280n;

/** What leaves of each mint in all. */
export function outflowsByMint(outflows: readonly Outflow[]): ReadonlyMap<Pubkey, bigint> {
  const sums = new Map<Pubkey, bigint>();
  for (const { mint, amount } of outflows) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
  return sums;
}
