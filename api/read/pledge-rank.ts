import type { PledgeOrder } from '../../schemas/rest/orders.ts';
import type { PledgeState } from './model.ts';
import type { PledgePosition } from './questions.ts';

/** The value that orders a pledge, greatest first; 0 if only the key orders. */
export function pledgeRank(
  orderBy: PledgeOrder,
  pledge: Pick<PledgeState, 'amount' | 'pledgedTs' | 'updatedSlot'>,
): bigint {
  if (orderBy === 'amount_desc') return pledge.amount;
  if (orderBy === 'pledged_ts_desc') return pledge.pledgedTs;
  return orderBy === 'updated_slot_desc' ? pledge.updatedSlot : 0n;
}

/** The position of a pledge in a listing. */
export function pledgePosition(orderBy: PledgeOrder, pledge: PledgeState): PledgePosition {
  return { rank: pledgeRank(orderBy, pledge), pledger: pledge.pledger };
}
