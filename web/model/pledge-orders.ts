/** How pledges can be sorted, the default first. */
export const PLEDGE_ORDERS = ['amount_desc', 'pledged_ts_desc', 'updated_slot_desc', 'pledger'] as const;
export type PledgeOrder = (typeof PLEDGE_ORDERS)[number];
