import type { Custody, PerpsPosition } from './accounts.ts';
import { BPS_ONE, interestUntil, RATE_ONE, ratioUp } from './rates.ts';

export const isLong = ({ side }: Pick<PerpsPosition, 'side'>): boolean => side === 1;

export interface PositionTerms {
  /** Of the market. */
  readonly custody: Custody;
  /** Of the collateral: what is borrowed for the position. */
  readonly collateral: Custody;
  /** Unix seconds. */
  readonly now: bigint;
}

/**
 * The price at which the collateral, less the fees so far and the one for closing, is the least that the program asks
 * for: the size divided by its largest leverage. Undefined if no price above zero is.
 * https://docs.jup.ag/user-docs/trade/perps-and-jlp/liquidation
 */
export function liquidationPrice(position: PerpsPosition, terms: PositionTerms): bigint | undefined {
  const { sizeUsd, collateralUsd, price } = position;
  const { maxLeverage } = terms.custody;
  if (sizeUsd === 0n || maxLeverage === 0n) return undefined;
  const fees = closeFee(sizeUsd, terms.custody) + borrowFee(position, terms);
  const spare = collateralUsd - fees - (sizeUsd * BPS_ONE) / maxLeverage;
  const distance = (spare * price) / sizeUsd;
  const at = isLong(position) ? price - distance : price + distance;
  return at > 0n ? at : undefined;
}

/** The base fee, and the one for the price impact of a trade of this size. */
function closeFee(sizeUsd: bigint, { closeFeeBps, impactFeeScalar }: Custody): bigint {
  return (sizeUsd * (closeFeeBps + ratioUp(sizeUsd * BPS_ONE, impactFeeScalar))) / BPS_ONE;
}

/** What is owed since the position was changed last. */
function borrowFee({ sizeUsd, interestSnapshot }: PerpsPosition, { collateral, now }: PositionTerms): bigint {
  const interest = interestUntil(collateral, now) - interestSnapshot;
  return interest > 0n ? ratioUp(interest * sizeUsd, RATE_ONE) : 0n;
}

/** Profit or loss at a price, before fees. */
export function unrealised(position: PerpsPosition, mark: bigint): bigint {
  const { sizeUsd, price } = position;
  if (price === 0n) return 0n;
  const gain = isLong(position) ? mark - price : price - mark;
  return (sizeUsd * gain) / price;
}
