/** The figures of one pledge of a wallet that are summed over its launches. Amounts are base units. */
export interface Position {
  readonly amount: bigint;
  readonly launch: {
    readonly pledgeMint: string;
    readonly pledgeMintDecimals: number | null;
    readonly launchMint: string;
    readonly launchMintDecimals: number | null;
  };
  readonly allocation: { readonly claimable: bigint | null } | null;
  readonly refund: { readonly amount: bigint; readonly refunded: boolean } | null;
}

/** A sum of one mint, in base units. */
export interface MintTotal {
  readonly mint: string;
  readonly decimals: number | null;
  readonly sum: bigint;
}

export interface WalletTotals {
  readonly pledged: readonly MintTotal[];
  /** Without launches whose unlocked share is unknown: see `unknownClaimable`. */
  readonly claimable: readonly MintTotal[];
  readonly refundable: readonly MintTotal[];
  /** Launches that have an allocation, but no block time to compute what has unlocked at. */
  readonly unknownClaimable: number;
}

/** What a wallet pledged, can claim and gets back, by mint: amounts of different mints cannot be added. */
export function walletTotals(positions: readonly Position[]): WalletTotals {
  const [pledged, claimable, refundable] = [new Sums(), new Sums(), new Sums()];
  let unknownClaimable = 0;
  for (const { amount, launch, allocation, refund } of positions) {
    const { pledgeMint, pledgeMintDecimals, launchMint, launchMintDecimals } = launch;
    pledged.add(pledgeMint, pledgeMintDecimals, amount);
    if (allocation?.claimable === null) unknownClaimable += 1;
    else if (allocation) claimable.add(launchMint, launchMintDecimals, allocation.claimable);
    if (refund && !refund.refunded) refundable.add(pledgeMint, pledgeMintDecimals, refund.amount);
  }
  return {
    pledged: pledged.list(),
    claimable: claimable.list(),
    refundable: refundable.list(),
    unknownClaimable,
  };
}

class Sums {
  readonly #byMint = new Map<string, MintTotal>();

  add(mint: string, decimals: number | null, amount: bigint): void {
    if (amount === 0n) return;
    const before = this.#byMint.get(mint);
    this.#byMint.set(mint, {
      mint,
      decimals: before?.decimals ?? decimals,
      sum: (before?.sum ?? 0n) + amount,
    });
  }

  list(): readonly MintTotal[] {
    return [...this.#byMint.values()];
  }
}
