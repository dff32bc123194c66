import type { Indicator } from './moving-average.ts';
import { OrderTree } from './order-tree.ts';

/**
 * The share of the newest `period` values, including the newest, that do not exceed it: from 1/period to 1. An exact
 * rank cannot be computed in constant time, so a bar takes time logarithmic in the period.
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
