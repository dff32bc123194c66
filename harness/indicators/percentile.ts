import type { Indicator } from './moving-average.ts';
import { OrderTree } from './order-tree.ts';

/**
 * The share of the newest `period` values, the newest among them, that are not above it: from 1/period to 1. No exact
 * rank can be had in the same work for any period, so a bar costs steps by the logarithm of the period.
 */
export function percentileRank(period: number): Indicator {
  const window = new OrderTree(period);
  let seen = 0;
  return (value) => {
    const node = 1 + (seen % period);
    if (seen >= period) window.remove(node);
    const rank = window.insert(node, value) + 1;
    seen += 1;
    return seen < period ? undefined : rank / period;
  };
}
