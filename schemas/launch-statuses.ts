/** Names of `LaunchConfig.status`, in the order of their codes on chain (specification, LaunchConfig). */
export const LAUNCH_STATUSES = ['pending', 'active', 'succeeded', 'failed', 'finalized'] as const;
export type LaunchStatus = (typeof LAUNCH_STATUSES)[number];

/** The phase of a launch: its status, or `not_created` while no LaunchConfig exists. */
export const PHASES = ['not_created', ...LAUNCH_STATUSES] as const;
export type Phase = (typeof PHASES)[number];
