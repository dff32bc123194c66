import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';

/** The symbol of a mint; undefined if unknown. A mint account has none of its own, so no symbol is guessed. */
export type TokenSymbols = (mint: Pubkey) => string | undefined;

/** Stablecoins in which launches are usually pledged, on mainnet-beta and devnet. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
};

export function tokenSymbols(
  settings: Pick<Settings, 'TOKEN_SYMBOLS' | 'REWARD_MINT' | 'REWARD_TOKEN_SYMBOL'>,
): TokenSymbols {
  const { TOKEN_SYMBOLS: configured, REWARD_MINT: rewardMint, REWARD_TOKEN_SYMBOL: rewardSymbol } = settings;
  return (mint) =>
    configured?.get(mint) ?? (mint === rewardMint ? rewardSymbol : undefined) ?? WELL_KNOWN[mint];
}

/** The symbols of a launch's two mints. */
export function symbolsOf({ launchMint, pledgeMint }: LaunchMints, symbolOf: TokenSymbols) {
  return { launchMintSymbol: symbolOf(launchMint), pledgeMintSymbol: symbolOf(pledgeMint) };
}

interface LaunchMints {
  readonly launchMint: Pubkey;
  readonly pledgeMint: Pubkey;
}
