import { formatShortest } from '../../../core/kernel/decimal.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_DECIMALS, NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { valueText } from '../../../core/rules/price-value.ts';
import { TOKEN_2022_PROGRAM_ID } from '../../../idl/programs.ts';
import { type MintFacts, readMint } from '../../../idl/spl-mint.ts';
import { metadataAddress, type TokenMetadata } from '../../../idl/token-metadata.ts';
import type { Balance, BalancesAnswer, BalancesInput } from '../../../schemas/mcp/balances.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import type { OwnedToken } from '../../read/chain/wallets.ts';
import type { TokenSymbols } from '../token-symbols.ts';
import { tokenHolding } from '../venues/holdings.ts';
import { wireCount } from '../wire.ts';
import { chainOf, type TokensContext } from './context.ts';
import { vouchedSymbols } from './known.ts';
import { metadataOf, shownName } from './names.ts';
import { type AskedPrices, pricesIfKnown } from './prices.ts';
import { resolveWallet } from './resolve.ts';

type Held = ChainAccount['held'];
type Unpriced = Omit<Balance, 'price' | 'value_usd'>;

/**
 * What a wallet has, all at one slot.
 * @throws NAME_UNRESOLVED, CHAIN_READER_MISSING, CHAIN_UNREADABLE
 */
export async function walletBalances(
  context: TokensContext,
  symbolOf: TokenSymbols,
  { owner, wallet: given = owner, limit, cursor }: BalancesInput & { readonly owner: Pubkey },
): Promise<BalancesAnswer> {
  const { address: wallet, resolved } = await resolveWallet(context, given);
  const owned = await chainOf(context).tokens(wallet);
  const filled = owned.filter(({ amount }) => amount > 0n);
  const from = cursor === undefined ? 0 : filled.filter(({ address }) => address <= cursor).length;
  const page = filled.slice(from, from + limit);
  const { slot, rows } = await readPage(context, wallet, page);
  const first = cursor === undefined ? rows : rows.filter(({ program }) => program !== 'native');
  const vouched = vouchedSymbols(symbolOf, context.known);
  const named = first.map((row) => ({ ...row, symbol: vouched(row.mint as Pubkey) ?? null }));
  const mints = named.map(({ mint }) => mint as Pubkey);
  const asked = await pricesIfKnown(context, mints, { lane: 'calls', client: owner });
  return {
    ...{ wallet, resolved, slot: wireCount(slot), commitment: context.commitment },
    ...{ count: filled.length, empty_accounts: owned.length - filled.length },
    results: named.map((row) => priced(row, asked)),
    next_cursor: from + limit < filled.length ? (page.at(-1)?.address ?? null) : null,
    prices: asked.source,
  };
}

/** The wallet, its token accounts of a page, their mints and the mints' names, in one read. */
async function readPage(context: TokensContext, wallet: Pubkey, page: readonly OwnedToken[]) {
  const accounts = page.map(({ address }) => address);
  const mints = [...new Set(page.map(({ mint }) => mint))];
  const { slot, held } = await chainOf(context).accounts([
    ...[wallet, ...accounts],
    ...mints,
    ...mints.map(metadataAddress),
  ]);
  const after = 1 + accounts.length;
  const facts = new Map(
    mints.map((mint, index) => {
      const read = readMint(held[after + index]?.data ?? new Uint8Array());
      return [mint, { read, metadata: metadataOf(read, held[after + mints.length + index]) }] as const;
    }),
  );
  const rows = accounts.flatMap((address, index) => tokenRow({ address, wallet }, held[index + 1], facts));
  return { slot, rows: [nativeRow(wallet, held[0]), ...rows] };
}

function nativeRow(wallet: Pubkey, held: Held): Unpriced {
  const lamports = held?.lamports ?? 0n;
  return {
    ...{ mint: NATIVE_MINT, symbol: null, name: null, program: 'native', account: wallet },
    ...{ amount: lamports.toString(), decimals: NATIVE_DECIMALS, frozen: false },
    ui_amount: formatShortest(lamports, NATIVE_DECIMALS),
  };
}

type Facts = ReadonlyMap<
  Pubkey,
  { readonly read: MintFacts | undefined; readonly metadata: TokenMetadata | undefined }
>;

/** None if the account has been closed or given away since it was listed. */
function tokenRow(
  { address, wallet }: { readonly address: Pubkey; readonly wallet: Pubkey },
  held: Held,
  facts: Facts,
): Unpriced[] {
  const token = tokenHolding(held);
  if (token?.owner !== wallet || token.amount === 0n) return [];
  const { read, metadata } = facts.get(token.mint) ?? {};
  const decimals = read?.decimals ?? null;
  return [
    {
      ...{ mint: token.mint, symbol: null, name: shownName(metadata?.name), account: address },
      program: held?.owner === TOKEN_2022_PROGRAM_ID ? 'token-2022' : 'token',
      ...{ amount: token.amount.toString(), decimals, frozen: token.frozen },
      ui_amount: decimals === null ? null : formatShortest(token.amount, decimals),
    },
  ];
}

function priced(row: Unpriced, { of }: AskedPrices): Balance {
  const price = of.get(row.mint as Pubkey);
  const value =
    price === undefined || row.decimals === null
      ? null
      : valueText(BigInt(row.amount), row.decimals, price.exact);
  return { ...row, price: price?.answer ?? null, value_usd: value };
}
