export interface OrderedLaunch {
  readonly launchId: bigint;
  /** Unix seconds. */
  readonly startTs: bigint;
}

/** Sorts the newest launch first: the greatest `start_ts`, then the greatest `launch_id`. */
export function compareNewestFirst(a: OrderedLaunch, b: OrderedLaunch): number {
  if (a.startTs !== b.startTs) return a.startTs > b.startTs ? -1 : 1;
  if (a.launchId !== b.launchId) return a.launchId > b.launchId ? -1 : 1;
  return 0;
}
