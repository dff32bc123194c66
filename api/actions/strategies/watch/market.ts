import { formatShortest } from '../../../../core/kernel/decimal.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { swapArguments } from '../../../../schemas/mcp/venues.ts';
import type { TransactionChain } from '../../../read/chain/transactions.ts';
import type { Venues } from '../../../venues/venues.ts';
import { mintDecimals, tokenBalance } from '../../transactions/fee.ts';
import { parametersOf, receivedOf } from '../../venues/builder.ts';

const PLACES = 18;
/** A price of one, as an integer. */
export const ONE = 10n ** BigInt(PLACES);

export interface Quoted {
  /** Base units that the venue would give. */
  readonly amount: bigint;
  /** The least of them within the slippage. */
  readonly minimum: bigint;
  /** What one whole token gives in whole tokens of the other mint, times 10^18, rounded down. */
  readonly price: bigint;
}

/** What watched strategies look at: the wallet's balances on the chain, and quotes of the swap venue. */
export interface Market {
  /** Name of the venue. */
  readonly source: string;
  /** @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED, MINT_UNKNOWN, CHAIN_UNREADABLE */
  quote(from: string, to: string, amount: bigint): Promise<Quoted>;
  /** Base units in the owner's wallet. @throws CHAIN_UNREADABLE */
  balance(mint: string): Promise<bigint>;
  /** @throws MINT_UNKNOWN, CHAIN_UNREADABLE */
  decimals(mint: string): Promise<number>;
}

export interface MarketParts {
  readonly venues: Venues;
  readonly chain: TransactionChain | undefined;
  readonly owner: Pubkey;
}

/** @throws VENUE_NOT_CONFIGURED, CHAIN_READER_MISSING */
export function openMarket({ venues, chain, owner }: MarketParts): Market {
  if (chain === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  const venue = venues.of('swap');
  const known = new Map<string, Promise<number>>();
  const decimals = (mint: string): Promise<number> => {
    const found = known.get(mint) ?? mintDecimals(chain, parsePubkey(mint));
    known.set(mint, found);
    return found;
  };
  return {
    source: venue.name,
    decimals,
    balance: async (text) => {
      const mint = parsePubkey(text);
      const { held } = await chain.accounts([
        mint === NATIVE_MINT ? owner : associatedTokenAddress(owner, mint),
      ]);
      if (mint === NATIVE_MINT) return held[0]?.lamports ?? 0n;
      return tokenBalance(held[0], { mint, wallet: owner }) ?? 0n;
    },
    quote: async (from, to, amount) => {
      const swap = swapArguments.parse({ input_mint: from, output_mint: to, amount: amount.toString() });
      const [paid, given] = await Promise.all([decimals(from), decimals(to)]);
      const asker = { lane: 'calls', client: owner } as const;
      const [route] = await venue.quote({
        action: 'jupiter_swap',
        owner,
        parameters: parametersOf(swap),
        asker,
      });
      const { amount: got, minimum } = receivedOf({ venue, outputMint: parsePubkey(to) }, route);
      return {
        amount: got,
        minimum,
        price: (got * 10n ** BigInt(paid) * ONE) / (amount * 10n ** BigInt(given)),
      };
    },
  };
}

export function priceText(price: bigint): string {
  return formatShortest(price, PLACES);
}

/** The least that a sale at a price must give, in base units, rounded up. */
export async function givenAt(
  market: Market,
  {
    mint,
    receive_mint,
    amount,
  }: { readonly mint: string; readonly receive_mint: string; readonly amount: bigint },
  price: bigint,
): Promise<bigint> {
  const [paid, given] = await Promise.all([market.decimals(mint), market.decimals(receive_mint)]);
  const unit = 10n ** BigInt(paid) * ONE;
  return (amount * price * 10n ** BigInt(given) + unit - 1n) / unit;
}
