import { createContext, useContext } from 'react';
import type { FullLaunch, LaunchAt } from '../../data/launch.ts';

/** The launch that a page shows, and the requested slot. */
export interface LaunchProps {
  readonly at: LaunchAt;
  readonly launch: FullLaunch;
}

export interface TimedLaunchProps extends LaunchProps {
  /** The time of the slot shown, Unix seconds; undefined if unknown. */
  readonly now: bigint | undefined;
}

/** What the page of a launch shows, for its tabs and dialogs; it draws none before that is known. */
export const Shown = createContext<TimedLaunchProps | undefined>(undefined);

export function useShown(): TimedLaunchProps {
  const shown = useContext(Shown);
  if (shown === undefined) throw new TypeError('only the page of a launch draws this');
  return shown;
}
