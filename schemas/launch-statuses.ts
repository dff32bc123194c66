/** Names of `LaunchConfig.status`, in the order of their codes on chain (specification, LaunchConfig). */
export const LAUNCH_STATUSES = ['pending', 'active', 'succeeded', 'failed', 'finalized'] as const;
export type LaunchStatus = (typeof LAUNCH_STATUSES)[number];

/** The phase of a launch: its status, or `not_created` while no LaunchConfig exists. */
export const PHASES = ['not_created', ...LAUNCH_STATUSES] as const;
export type Phase = (typeof PHASES)[number];

/** Whether a launch takes pledges. */
export const PLEDGE_WINDOWS = ['not_open', 'open', 'awaiting_finalization', 'closed'] as const;
export type PledgeWindow = (typeof PLEDGE_WINDOWS)[number];
