import type { FullLaunch, LaunchAt } from '../../data/launch.ts';

export interface LaunchProps {
  readonly at: LaunchAt;
  readonly launch: FullLaunch;
}

export interface TimedLaunchProps extends LaunchProps {
  /** The time of the slot that is shown, Unix seconds; undefined where none is known. */
  readonly now: bigint | undefined;
}
