import { formatShortest } from '../../../../core/kernel/decimal.ts';
import type { VenueList, VenuePage } from '../../../../schemas/venues/protocol.ts';
import { failed } from '../../ask.ts';
import type { VenueParameters } from '../../venue.ts';
import { pageOf } from '../paged.ts';
import type { Custody } from './accounts.ts';
import { isLong, liquidationPrice, unrealised } from './figures.ts';
import { USDC_CUSTODY } from './markets.ts';
import { BPS_ONE, hourlyBorrowRate, yearlyBps } from './rates.ts';
import {
  type HeldPosition,
  JUPITER_PERPS,
  type OpenRequest,
  type PerpsMarket,
  type PerpsSnapshot,
  USD_PLACES,
} from './snapshot.ts';

type RowOf<List extends VenueList> = Extract<VenuePage, { list: List }>['results'][number];

/** Millionths of a US dollar, in which the program counts sizes and collateral. */
const MICRO_USD = 'microUSD';
const LEVERAGE_PLACES = 2;

export interface ListedPage {
  readonly list: Exclude<VenueList, 'orders'>;
  readonly parameters: VenueParameters;
  /** Unix seconds. */
  readonly now: bigint;
}

/** One page of what a snapshot shows. @throws VENUE_FAILED */
export function perpsPage(snapshot: PerpsSnapshot, { list, parameters, now }: ListedPage): VenuePage {
  const { markets, positions } = snapshot;
  if (list === 'markets') {
    const rows = markets.map((market) => marketRow(market, stableOf(snapshot)));
    return { list, ...pageOf(rows, parameters, pricedAt(markets)) };
  }
  if (list === 'rates') {
    const rows = markets.flatMap((market) => rateRows(market, stableOf(snapshot)));
    return { list, ...pageOf(rows, parameters) };
  }
  const rows = positions.map((held) => positionRow(held, snapshot, now));
  return { list, ...pageOf(rows, parameters, pricedAt(markets)) };
}

/** One page of what an owner asked for and has not got. @throws VENUE_FAILED */
export function ordersPage(
  snapshot: PerpsSnapshot,
  requests: readonly OpenRequest[],
  parameters: VenueParameters,
): VenuePage {
  const rows = requests.flatMap((one) => orderRow(one, snapshot) ?? []);
  return { list: 'orders', ...pageOf(rows, parameters) };
}

/** Undefined for a market that is not known. */
function orderRow(
  { address, request }: OpenRequest,
  { markets, positions }: PerpsSnapshot,
): RowOf<'orders'> | undefined {
  const market = markets.find((one) => one.address === request.custody)?.market;
  if (market === undefined) return undefined;
  const whole = request.entirePosition && positions.find((one) => one.address === request.position);
  const sizeUsd = whole ? whole.position.sizeUsd : request.sizeUsd;
  return {
    ...{
      order_id: address,
      market,
      side: isLong(request) ? 'long' : 'short',
      order_type: orderType(request),
    },
    ...{ price: priceText(request.triggerPrice), size: inUsd(sizeUsd), receives: null },
    created_at: instantOf(request.openTime),
  };
}

function orderType({ increases, triggerPrice, triggersAbove, side }: OpenRequest['request']): string {
  if (triggerPrice === undefined) return increases ? 'market' : 'close';
  if (increases) return 'limit';
  return triggersAbove === isLong({ side }) ? 'take_profit' : 'stop_loss';
}

/** What most shorts borrow. @throws VENUE_FAILED */
function stableOf({ custodies }: PerpsSnapshot): Custody {
  return known(custodies.get(USDC_CUSTODY));
}

function known<Account>(account: Account | undefined): Account {
  if (account === undefined) throw failed(JUPITER_PERPS, 'the node lacks an account that a position names');
  return account;
}

/** The time of the oldest price. */
function pricedAt(markets: readonly PerpsMarket[]): string | null {
  const times = markets.flatMap(({ price }) => (price === undefined ? [] : [price.at]));
  const [oldest] = times.toSorted((a, b) => (a < b ? -1 : 1));
  return oldest === undefined ? null : instantOf(oldest);
}

const LAST_SECOND = 253_402_300_799n;

/** Null for a Unix second that no date has. */
function instantOf(seconds: bigint): string | null {
  if (seconds < 0n || seconds > LAST_SECOND) return null;
  return new Date(Number(seconds) * 1_000).toISOString();
}

const inUsd = (amount: bigint) => ({ asset: MICRO_USD, amount: amount.toString() });
const priceText = (usd: bigint | undefined) => (usd === undefined ? null : formatShortest(usd, USD_PLACES));

function marketRow({ market, custody, price }: PerpsMarket, stable: Custody): RowOf<'markets'> {
  const { mint, locked, shortSizesUsd, maxLeverage, opensPositions: open } = custody;
  return {
    ...{ market, assets: [mint, 'USD'], open, price: priceText(price?.usd) },
    max_leverage: Number(maxLeverage / BPS_ONE) || null,
    sides: [
      { side: 'long', open: { asset: mint, amount: locked.toString() }, available: unlocked(custody) },
      { side: 'short', open: inUsd(shortSizesUsd), available: unlocked(stable) },
    ],
  };
}

function unlocked({ mint, owned, locked }: Custody) {
  return { asset: mint as string, amount: (owned > locked ? owned - locked : 0n).toString() };
}

function rateRows({ market, custody }: PerpsMarket, stable: Custody): readonly RowOf<'rates'>[] {
  const row = (kind: string, borrowed: Custody) => {
    const { value, places } = yearlyBps(hourlyBorrowRate(borrowed));
    return { market, asset: borrowed.mint, kind, per_year_bps: formatShortest(value, places) };
  };
  return [row('borrow_long', custody), row('borrow_short', stable)];
}

function positionRow(
  { address, position }: HeldPosition,
  { markets, custodies }: PerpsSnapshot,
  now: bigint,
): RowOf<'positions'> {
  const { market, custody, price } = known(markets.find((one) => one.address === position.custody));
  const { sizeUsd, collateralUsd } = position;
  const collateral = known(custodies.get(position.collateralCustody));
  return {
    ...{ position_id: address, market, side: isLong(position) ? 'long' : 'short' },
    ...{ size: inUsd(sizeUsd), margin: inUsd(collateralUsd), leverage: leverageText(sizeUsd, collateralUsd) },
    ...{ entry_price: priceText(position.price), mark_price: priceText(price?.usd) },
    liquidation_price: priceText(liquidationPrice(position, { custody, collateral, now })),
    unrealised: price === undefined ? null : inUsd(unrealised(position, price.usd)),
  };
}

function leverageText(sizeUsd: bigint, collateralUsd: bigint): string | undefined {
  if (collateralUsd === 0n) return undefined;
  return formatShortest((sizeUsd * 10n ** BigInt(LEVERAGE_PLACES)) / collateralUsd, LEVERAGE_PLACES);
}
