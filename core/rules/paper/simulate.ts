import type { Fees } from './fees.ts';
import { buyAll, type Fill, type Holdings, positionOf, sellAll } from './portfolio.ts';
import type { Position } from './position.ts';

/** The fill for the planned position at this price; undefined if it is already held. */
export function simulate(
  planned: Position,
  { holdings, price, fees }: { readonly holdings: Holdings; readonly price: bigint; readonly fees: Fees },
): Fill | undefined {
  if (planned === positionOf(holdings)) return undefined;
  return planned === 'long' ? buyAll(holdings, price, fees) : sellAll(holdings, price, fees);
}
