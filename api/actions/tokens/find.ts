import { formatShortest } from '../../../core/kernel/decimal.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID } from '../../../idl/programs.ts';
import type { MintFacts } from '../../../idl/spl-mint.ts';
import { metadataAddress, type TokenMetadata } from '../../../idl/token-metadata.ts';
import type { FindTokenAnswer, FindTokenInput, FoundToken } from '../../../schemas/mcp/token-search.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import type { VenueAsker } from '../../venues/venue.ts';
import { wireCount } from '../wire.ts';
import { chainOf, type TokensContext } from './context.ts';
import { mintFacts } from './mint-facts.ts';
import type { ReadName } from './name-reader.ts';
import { metadataOf, shownName } from './names.ts';
import { pricesIfKnown } from './prices.ts';
import { extensionNames, risksOf } from './risks.ts';

interface Candidate {
  readonly mint: Pubkey;
  readonly symbol: string | null;
  readonly by: string | null;
  readonly vouched: boolean;
}

/**
 * Tokens by mint, symbol or name, with what the chain says about each.
 * @throws MINT_UNKNOWN, CHAIN_READER_MISSING, CHAIN_UNREADABLE, and those of the provider's search
 */
export async function findTokens(
  context: TokensContext,
  { query, limit }: FindTokenInput,
  asker: VenueAsker,
): Promise<FindTokenAnswer> {
  const { candidates, searched } = await candidatesOf(context, query.trim(), asker);
  const asked = candidates.slice(0, limit);
  const mints = asked.map(({ mint }) => mint);
  const { slot, held } = await chainOf(context).accounts([...mints, ...mints.map(metadataAddress)]);
  const rows = asked.flatMap((candidate, index) => {
    const mint = mintFacts(candidate.mint, held[index]);
    const metadata = metadataOf(mint, held[mints.length + index]);
    return mint ? [rowOf(candidate, { mint, metadata, account: held[index] })] : [];
  });
  if (rows.length === 0 && isPubkey(query)) throw new LaunchlensError('MINT_UNKNOWN', { mint: query });
  const { of, source } = await pricesIfKnown(context, mints, asker);
  const results = rows.map((row) => ({ ...row, price: of.get(row.mint as Pubkey)?.answer ?? null }));
  return { slot: wireCount(slot), searched, results, prices: source };
}

/** Vouched tokens come first. */
async function candidatesOf(context: TokensContext, query: string, asker: VenueAsker) {
  const { known, market, launchNames } = context;
  const wanted = query.toLowerCase();
  const vouched: Candidate[] = known
    .filter(({ mint, symbol }) => mint === query || symbol.toLowerCase().startsWith(wanted))
    .map(({ mint, symbol, by }) => ({ mint, symbol, by, vouched: true }));
  if (isPubkey(query)) {
    const itself = { mint: query, symbol: null, by: null, vouched: false };
    return { candidates: vouched.length > 0 ? vouched : [itself], searched: ['the chain'] };
  }
  const listed = market === undefined ? [] : await market.search(query, asker);
  const by = market?.source ?? null;
  const others: Candidate[] = [
    ...listed.map(({ mint, symbol }) => ({ mint, symbol: shownName(symbol), by, vouched: false })),
    ...(await namedSo(context, wanted)).map((mint) => ({ mint, symbol: null, by: null, vouched: false })),
  ];
  const all = [...vouched, ...others];
  return {
    candidates: all.filter(({ mint }, at) => all.findIndex((other) => other.mint === mint) === at),
    searched: [
      ...['TOKEN_SYMBOLS', 'well-known symbols'],
      ...(market ? [market.source] : []),
      ...(launchNames ? ['tokens of the newest launches'] : []),
    ],
  };
}

/** Launch tokens whose own name or symbol contains the words. Nobody vouches for such names. */
async function namedSo({ launchNames }: TokensContext, wanted: string): Promise<readonly Pubkey[]> {
  const names = (await launchNames?.()) ?? new Map<Pubkey, ReadName>();
  const says = (text: string | null): boolean => text?.toLowerCase().includes(wanted) ?? false;
  return [...names].filter(([, { name, symbol }]) => says(name) || says(symbol)).map(([mint]) => mint);
}

interface TokenFacts {
  readonly mint: MintFacts;
  readonly metadata: TokenMetadata | undefined;
  readonly account: ChainAccount['held'];
}

function rowOf(
  { mint: address, symbol, by, vouched }: Candidate,
  { mint, metadata, account }: TokenFacts,
): Omit<FoundToken, 'price'> {
  const native = address === NATIVE_MINT;
  const { supply, decimals } = mint;
  return {
    ...{ mint: address, symbol, symbol_by: by, decimals },
    metadata: metadata
      ? {
          name: shownName(metadata.name),
          symbol: shownName(metadata.symbol),
          update_authority: metadata.updateAuthority ?? null,
        }
      : null,
    program: native ? 'native' : account?.owner === TOKEN_2022_PROGRAM_ID ? 'token-2022' : 'token',
    // The mint of wrapped SOL does not count it.
    supply: native ? null : supply.toString(),
    ui_supply: native ? null : formatShortest(supply, decimals),
    mint_authority: mint.mintAuthority ?? null,
    freeze_authority: mint.freezeAuthority ?? null,
    extensions: extensionNames(mint),
    risks: native ? [] : risksOf({ mint, metadata, vouched }),
  };
}
