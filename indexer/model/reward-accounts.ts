/** What an index follows for the reward ledger's sake, as base58 keys; undefined where it is not set. */
export interface RewardAccounts {
  /** The reward token's mint, whether it exists yet or not. */
  readonly mint: string | undefined;
  /** The token account that rewards are paid from. */
  readonly treasury: string | undefined;
}
