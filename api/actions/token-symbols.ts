import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { Cluster, Settings } from '../../core/kernel/settings/schema.ts';

/** The symbol of a mint; undefined if unknown. A mint account has none of its own, so no symbol is guessed. */
export type TokenSymbols = (mint: Pubkey) => string | undefined;

/** Stablecoins in which launches are usually pledged. */
const WELL_KNOWN: Readonly<Record<Cluster, Readonly<Record<string, string>>>> = {
  'mainnet-beta': {
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
  },
  devnet: { '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 'USDC' },
  localnet: {},
};
const ANYWHERE: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(WELL_KNOWN));

/** The symbols that need no setting on a cluster, by mint. */
export function wellKnownSymbols(cluster: Cluster): Readonly<Record<string, string>> {
  return WELL_KNOWN[cluster];
}

export function tokenSymbols(
  settings: Pick<Settings, 'TOKEN_SYMBOLS' | 'REWARD_MINT' | 'REWARD_TOKEN_SYMBOL'>,
): TokenSymbols {
  const { TOKEN_SYMBOLS: configured, REWARD_MINT: rewardMint, REWARD_TOKEN_SYMBOL: rewardSymbol } = settings;
  return (mint) =>
    configured?.get(mint) ?? (mint === rewardMint ? rewardSymbol : undefined) ?? ANYWHERE[mint];
}

/** The symbols of a launch's two mints. */
export function symbolsOf({ launchMint, pledgeMint }: LaunchMints, symbolOf: TokenSymbols) {
  return { launchMintSymbol: symbolOf(launchMint), pledgeMintSymbol: symbolOf(pledgeMint) };
}

interface LaunchMints {
  readonly launchMint: Pubkey;
  readonly pledgeMint: Pubkey;
}
