import type { OlapLane } from '../../../core/olap/port.ts';
import { launchAt } from '../history/launches-at.ts';
import { type AskAt, askAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';

export interface RecordLanes {
  readonly lane: OlapLane;
  /** For queries over whole tables. */
  readonly scanner: OlapLane;
}

/**
 * What only ClickHouse knows: records of how the state came about, up to one slot. The files next to this one have the
 * queries.
 */
export type MirrorRecords = ReturnType<typeof recordsAt>;

export function recordsAt({ lane, scanner }: RecordLanes, stamp: Stamp, signal?: AbortSignal) {
  const ask = askAt(lane, stamp, signal);
  return {
    stamp,
    /** Bounded by the stamp's slot and revision. */
    ask,
    /** The same for queries over whole tables. */
    scan: askAt(scanner, stamp, signal),
    /** Undefined if no such LaunchConfig exists at the slot. @throws ACCOUNT_UNREADABLE */
    ofLaunch: async <Facts>(launchId: bigint, read: (ask: AskAt) => Promise<Facts>) => {
      if (await launchAt(ask, launchId)) return read(ask);
      stamp.unreadable?.requireNoLaunch(launchId);
      return undefined;
    },
  };
}
