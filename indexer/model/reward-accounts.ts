/** Accounts that an index follows for the reward ledger, as base58 keys; undefined if not configured. */
export interface RewardAccounts {
  /** The reward token's mint, whether it exists yet or not. */
  readonly mint: string | undefined;
  /** The token account that pays rewards. */
  readonly treasury: string | undefined;
}
