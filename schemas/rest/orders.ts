/** Orders of a pledge listing. Ties run by the bytes of the pledger's key, ascending. */
export const PLEDGE_ORDERS = ['pledger', 'amount_desc', 'pledged_ts_desc', 'updated_slot_desc'] as const;
export type PledgeOrder = (typeof PLEDGE_ORDERS)[number];

/** Orders of a launch listing. Ties run by `launch_id`, in the direction of the order. */
export const LAUNCH_ORDERS = ['newest', 'total_pledged_desc', 'end_ts_asc'] as const;
export type LaunchOrder = (typeof LAUNCH_ORDERS)[number];
