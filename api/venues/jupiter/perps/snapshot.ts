import { type Pubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import type { AccountFilter } from '../../../read/chain/node.ts';
import type { ChainAccount } from '../../../read/chain/reader.ts';
import type { ChainAccounts } from '../../../read/chain/transactions.ts';
import { failed } from '../../ask.ts';
import {
  type Custody,
  PERPS_PROGRAM_ID,
  type PerpsPosition,
  readCustody,
  readPosition,
  readPriceFeed,
} from './accounts.ts';
import { CUSTODIES, MARKETS, POOL, positionAddresses } from './markets.ts';
import { type PositionRequest, REQUEST_DISCRIMINATOR, REQUEST_OWNER_AT, readRequest } from './requests.ts';

export const JUPITER_PERPS = 'jupiter_perps';
export const USD_PLACES = 6;
/** A price that was not renewed for this long says nothing. */
const OLDEST_PRICE_S = 60n;

/** Accounts at one slot. @throws VENUE_FAILED */
export type ReadAccounts = (addresses: readonly Pubkey[]) => Promise<ChainAccounts>;

/** A program's accounts that pass every filter. @throws VENUE_FAILED */
export type FindAccounts = (
  program: Pubkey,
  filters: readonly AccountFilter[],
) => Promise<readonly { readonly address: Pubkey; readonly held: ChainAccount['held'] }[]>;

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

export interface OpenRequest {
  readonly address: Pubkey;
  readonly request: PositionRequest;
}

/** What an owner asked keepers to do and they have not done, oldest first. @throws VENUE_FAILED */
export async function requestsOf(find: FindAccounts, owner: Pubkey): Promise<readonly OpenRequest[]> {
  const found = await find(PERPS_PROGRAM_ID, [
    { offset: 0, bytes: REQUEST_DISCRIMINATOR },
    { offset: REQUEST_OWNER_AT, bytes: pubkeyBytes(owner) },
  ]);
  const open = found.flatMap(({ address, held }) => {
    const request = readRequest(held);
    const isOpen = request?.owner === owner && request.pool === POOL && !request.executed;
    return isOpen ? [{ address, request }] : [];
  });
  return open.sort(
    (a, b) => Number(a.request.openTime - b.request.openTime) || (a.address < b.address ? -1 : 1),
  );
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
