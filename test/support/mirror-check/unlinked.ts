/** What an answer shows beside the chain's facts. */
export interface Shown {
  readonly explorer?: unknown;
  readonly launch_mint_symbol?: unknown;
  readonly pledge_mint_symbol?: unknown;
}

/** Links to explorers and symbols come from settings, not from the chain. */
export function unlinked<Answer extends Shown>(answer: Answer | undefined) {
  if (answer === undefined) return undefined;
  const { explorer: _, launch_mint_symbol: __, pledge_mint_symbol: ___, ...rest } = answer;
  return rest;
}
