import type { Fees } from './fees.ts';
import { buyAll, type Fill, type Holdings, positionOf, sellAll } from './portfolio.ts';
import type { Position } from './position.ts';

/** The fill that would bring the planned position at this price; undefined where it is held already. */
export function simulate(
  planned: Position,
  { holdings, price, fees }: { readonly holdings: Holdings; readonly price: bigint; readonly fees: Fees },
): Fill | undefined {
  if (planned === positionOf(holdings)) return undefined;
  return planned === 'long' ? buyAll(holdings, price, fees) : sellAll(holdings, price, fees);
}
