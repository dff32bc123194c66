import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { type TokenSymbols, wellKnownSymbols } from '../token-symbols.ts';

/** A symbol that the operator or this service vouches for. */
export interface KnownToken {
  readonly mint: Pubkey;
  readonly symbol: string;
  /** `TOKEN_SYMBOLS`, `REWARD_MINT`, or `well known`. */
  readonly by: string;
}

export function knownTokens(
  settings: Pick<Settings, 'TOKEN_SYMBOLS' | 'REWARD_MINT' | 'REWARD_TOKEN_SYMBOL' | 'SOLANA_CLUSTER'>,
): readonly KnownToken[] {
  const { TOKEN_SYMBOLS: configured = new Map(), REWARD_MINT: reward, SOLANA_CLUSTER: cluster } = settings;
  const tokens: KnownToken[] = [...configured].map(([mint, symbol]) => ({
    ...{ mint: mint as Pubkey, symbol, by: 'TOKEN_SYMBOLS' },
  }));
  if (reward && !configured.has(reward)) {
    tokens.push({ mint: reward, symbol: settings.REWARD_TOKEN_SYMBOL, by: 'REWARD_MINT' });
  }
  const builtIn = { [NATIVE_MINT]: 'SOL', ...wellKnownSymbols(cluster) };
  for (const [mint, symbol] of Object.entries(builtIn)) {
    if (!configured.has(mint)) tokens.push({ mint: mint as Pubkey, symbol, by: 'well known' });
  }
  return tokens;
}

/** The symbols of balances and plans: those of launches, and those of known tokens such as the native coin. */
export function vouchedSymbols(symbolOf: TokenSymbols, known: readonly KnownToken[]): TokenSymbols {
  return (mint) => symbolOf(mint) ?? known.find((token) => token.mint === mint)?.symbol;
}

export function hasSymbol({ symbol }: Pick<KnownToken, 'symbol'>, text: string): boolean {
  return symbol.toLowerCase() === text.toLowerCase();
}
