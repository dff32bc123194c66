/** A launch and the accounts outside the program that belong to it, as base58 keys. */
export interface KnownLaunch {
  readonly launchId: bigint;
  readonly address: string;
  readonly escrowTokenAccount: string;
  readonly launchVault: string;
  readonly launchMint: string;
  readonly pledgeMint: string;
}
