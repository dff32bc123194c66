import type { PledgeOrder } from '../../schemas/rest/orders.ts';
import type { PledgeState } from './model.ts';
import type { PledgePosition } from './questions.ts';

/** The value of a pledge that a listing is ordered by, greatest first; 0 where the key alone orders. */
export function pledgeRank(
  orderBy: PledgeOrder,
  pledge: Pick<PledgeState, 'amount' | 'pledgedTs' | 'updatedSlot'>,
): bigint {
  if (orderBy === 'amount_desc') return pledge.amount;
  if (orderBy === 'pledged_ts_desc') return pledge.pledgedTs;
  return orderBy === 'updated_slot_desc' ? pledge.updatedSlot : 0n;
}

/** Where a pledge stands in a listing. */
export function pledgePosition(orderBy: PledgeOrder, pledge: PledgeState): PledgePosition {
  return { rank: pledgeRank(orderBy, pledge), pledger: pledge.pledger };
}
