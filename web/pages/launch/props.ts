import type { FullLaunch, LaunchAt } from '../../data/launch.ts';

export interface LaunchProps {
  readonly at: LaunchAt;
  readonly launch: FullLaunch;
}

export interface TimedLaunchProps extends LaunchProps {
  /** The time of the slot shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
}
