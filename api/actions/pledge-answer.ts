import { LISTED_PLEDGE_FIELDS } from '../../schemas/accounts/pledge.ts';
import type { PledgeAnswer } from '../../schemas/rest/pledge.ts';
import type { PledgeState } from '../read/model.ts';
import { accountAnswer } from './account-answer.ts';
import { wireCount } from './wire.ts';

const fieldsOf = accountAnswer(LISTED_PLEDGE_FIELDS);

/** One row of a pledge listing. */
export function pledgeAnswer(pledge: PledgeState): PledgeAnswer {
  const { pledger, ...fields } = fieldsOf(pledge);
  return { pledger, pledge_address: pledge.address, ...fields, updated_slot: wireCount(pledge.updatedSlot) };
}
