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
export interface MirrorRecords {
  readonly stamp: Stamp;
  /** Bounded by the stamp's slot and revision. */
  readonly ask: AskAt;
  /** The same for queries over whole tables. */
  readonly scan: AskAt;
  /** Undefined if no such LaunchConfig exists at the slot. @throws ACCOUNT_UNREADABLE */
  ofLaunch<Facts>(launchId: bigint, read: (ask: AskAt) => Promise<Facts>): Promise<Facts | undefined>;
}

export function recordsAt({ lane, scanner }: RecordLanes, stamp: Stamp, signal?: AbortSignal): MirrorRecords {
  const ask = askAt(lane, stamp, signal);
  return {
    stamp,
    ask,
    scan: askAt(scanner, stamp, signal),
    ofLaunch: async (launchId, read) => {
      if (await launchAt(ask, launchId)) return read(ask);
      stamp.unreadable?.requireNoLaunch(launchId);
      return undefined;
    },
  };
}
