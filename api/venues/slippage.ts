import { failed } from './ask.ts';
import type { Route } from './venue.ts';

const FULL_BPS = 10_000n;

/**
 * Refuses a route whose minimum is zero, or lower than the slippage in basis points allows. Without a slippage the venue
 * decides the minimum.
 * @throws VENUE_FAILED
 */
export function requireWithinSlippage(
  venue: string,
  { receives }: Pick<Route, 'receives'>,
  bps: number | undefined,
): void {
  const { amount, minimum } = receives;
  const least = bps === undefined ? 1n : (amount * (FULL_BPS - BigInt(bps))) / FULL_BPS;
  if (minimum >= least && minimum > 0n && minimum <= amount) return;
  throw failed(venue, 'the minimum of its quote is not within the slippage asked for');
}
