/** The costs of a fill. Shares are in hundredths of a percent of the notional, money in 10^-6 of the quote currency. */
export interface Fees {
  readonly technologyBps: bigint;
  readonly slippageBps: bigint;
  readonly priority: bigint;
}

export const NO_FEES: Fees = { technologyBps: 0n, slippageBps: 0n, priority: 0n };
