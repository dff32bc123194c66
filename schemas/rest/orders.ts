/** Orders of a pledge listing. Ties are in ascending order of the bytes of the pledger's key. */
export const PLEDGE_ORDERS = ['pledger', 'amount_desc', 'pledged_ts_desc', 'updated_slot_desc'] as const;
export type PledgeOrder = (typeof PLEDGE_ORDERS)[number];

/** Orders of a launch listing. Ties are ordered by `launch_id`, in the direction of the order. */
export const LAUNCH_ORDERS = ['newest', 'total_pledged_desc', 'end_ts_asc'] as const;
export type LaunchOrder = (typeof LAUNCH_ORDERS)[number];
