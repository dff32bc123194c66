import type { Pubkey } from '../kernel/pubkey.ts';
import type { GatedMarket } from './restricted-markets.ts';

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

/** The total outflow of each mint. */
export function outflowsByMint(outflows: readonly Outflow[]): ReadonlyMap<Pubkey, bigint> {
  const sums = new Map<Pubkey, bigint>();
  for (const { mint, amount } of outflows) sums.set(mint, (sums.get(mint) ?? 0n) + amount);
  return sums;
}
