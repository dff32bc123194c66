import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import type { ChainAccounts } from '../../../read/chain/transactions.ts';
import { failed } from '../../ask.ts';
import { type Custody, type PerpsPosition, readCustody, readPosition, readPriceFeed } from './accounts.ts';
import { CUSTODIES, MARKETS, POOL, positionAddresses } from './markets.ts';

export const JUPITER_PERPS = 'jupiter_perps';
export const USD_PLACES = 6;
/** A price that was not renewed for this long says nothing. */
const OLDEST_PRICE_S = 60n;

/** Accounts at one slot. @throws VENUE_FAILED */
export type ReadAccounts = (addresses: readonly Pubkey[]) => Promise<ChainAccounts>;

interface Price {
  /** Millionths of a US dollar. */
  readonly usd: bigint;
  /** Unix seconds. */
  readonly at: bigint;
}

export interface PerpsMarket {
  readonly market: string;
  readonly address: Pubkey;
  readonly custody: Custody;
  /** Undefined if there is none, or none of now. */
  readonly price: Price | undefined;
}

export interface HeldPosition {
  readonly address: Pubkey;
  readonly position: PerpsPosition;
}

/** What the chain has of the markets, and of one owner. */
export interface PerpsSnapshot {
  readonly markets: readonly PerpsMarket[];
  readonly custodies: ReadonlyMap<Pubkey, Custody>;
  /** Open ones. */
  readonly positions: readonly HeldPosition[];
}

/** @throws VENUE_FAILED */
export async function snapshotOf(
  read: ReadAccounts,
  { owner, now }: { readonly owner: Pubkey | undefined; readonly now: bigint },
): Promise<PerpsSnapshot> {
  const places = owner === undefined ? [] : positionAddresses(owner);
  const { held } = await read([...CUSTODIES, ...places]);
  const custodies = new Map(
    CUSTODIES.flatMap((address, index) => {
      const custody = readCustody(held[index]);
      return custody?.pool === POOL ? [[address, custody] as const] : [];
    }),
  );
  const positions = places.flatMap((address, index) => {
    const position = readPosition(held[CUSTODIES.length + index]);
    const isOpen = position !== undefined && position.owner === owner && position.sizeUsd > 0n;
    return isOpen ? [{ address, position }] : [];
  });
  return { markets: await pricedMarkets(read, custodies, now), custodies, positions };
}

async function pricedMarkets(
  read: ReadAccounts,
  custodies: ReadonlyMap<Pubkey, Custody>,
  now: bigint,
): Promise<readonly PerpsMarket[]> {
  const found = MARKETS.map(({ market, custody: address }) => {
    const custody = custodies.get(address);
    if (custody === undefined)
      throw failed(
        JUPITER_PERPS,
        `the node has no custody account of it for ${market}: it is on mainnet-beta`,
      );
    return { market, address, custody };
  });
  const { held } = await read(found.map(({ custody }) => custody.priceFeed));
  return found.map((one, index) => ({ ...one, price: priceIn(held[index], one.custody.mint, now) }));
}

function priceIn(held: ChainAccounts['held'][number], mint: Pubkey, now: bigint): Price | undefined {
  const feed = readPriceFeed(held);
  if (feed?.mint !== mint || now - feed.at > OLDEST_PRICE_S) return undefined;
  const power = USD_PLACES + feed.exponent;
  const usd = power < 0 ? feed.price / 10n ** BigInt(-power) : feed.price * 10n ** BigInt(power);
  return usd > 0n ? { usd, at: feed.at } : undefined;
}
