import type { PledgeAnswer } from '../../schemas/rest/pledge.ts';
import type { PledgeState } from '../read/model.ts';
import { wireAmount, wireCount, wireInteger } from './wire.ts';

/** One row of a pledge listing. */
export function pledgeAnswer(pledge: PledgeState): PledgeAnswer {
  return {
    pledger: pledge.pledger,
    pledge_address: pledge.address,
    amount: wireAmount(pledge.amount),
    tokens_released: wireAmount(pledge.tokensReleased),
    refunded: pledge.refunded,
    pledged_ts: wireInteger(pledge.pledgedTs),
    updated_slot: wireCount(pledge.updatedSlot),
  };
}
