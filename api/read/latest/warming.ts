import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { isStillThere } from '../still-there.ts';
import { everythingAt, pledgesUpTo } from './changes.ts';
import type { NewestEntry } from './launch-entry.ts';
import { countAccounts } from './pledge-counts.ts';
import { PledgeTable } from './pledge-table.ts';
import type { LatestSnapshot } from './snapshot.ts';

/** Reading takes at most a tenth of the time, so that launches which displace each other cost little. */
const REST = 9;
const REST_AFTER_FAILURE_MS = 1_000;
/** With more changes while a launch is read, it is read another time: they are applied at once. */
const MOST_ARRIVING = 20_000;

export interface WarmingOptions {
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The newest snapshot; undefined while there is none to answer from. */
  readonly held: () => LatestSnapshot | undefined;
  /** Resolves when the store has everything that the snapshot knows. */
  readonly settled: () => Promise<void>;
  readonly onWarmed: () => void;
}

/** Brings the pledges of cold launches into memory after they were asked for, one launch at a time. */
export function createWarming({ olap, clock, logger, held, settled, onWarmed }: WarmingOptions) {
  let running: Promise<void> | undefined;
  let restsUntil = 0;

  async function warm(cold: Cold, signal: AbortSignal): Promise<void> {
    const beganAt = clock.now();
    const { entry, launchId } = cold;
    let leastRest = 0;
    entry.arriving = [];
    try {
      const table = await readTable(cold, signal);
      if (table && isWanted(cold, table)) {
        show(cold, table);
        onWarmed();
      }
    } catch (error) {
      leastRest = REST_AFTER_FAILURE_MS;
      if (!signal.aborted) logger.warn({ err: error, launchId }, 'reading the pledges of a launch fails');
    } finally {
      entry.arriving = undefined;
      const endedAt = clock.now();
      restsUntil = endedAt + Math.max(leastRest, REST * (endedAt - beganAt));
    }
  }

  /** The pledges at the stamp; undefined if they are not wanted any more, or if a rollback removed rows meanwhile. */
  async function readTable(cold: Cold, signal: AbortSignal): Promise<PledgeTable | undefined> {
    const { entry, launchId, snapshot } = cold;
    const { stamp } = snapshot;
    await settled();
    const since = everythingAt(stamp.checkpoint, signal);
    if (!hasRoom(cold)) {
      entry.accounts = await countAccounts(olap.scanner, since, launchId);
      entry.isCounted = true;
      if (!hasRoom(cold)) return undefined;
    }
    const table = new PledgeTable(entry.accounts);
    for await (const { pledges = [] } of pledgesUpTo(olap.scanner, since, [launchId])) {
      for (const version of pledges) table.apply(version);
      if (!isWanted(cold, table)) return undefined;
    }
    return (await isStillThere(olap.reader, stamp, signal)) ? table : undefined;
  }

  function isWanted(cold: Cold, table: PledgeTable): boolean {
    const { entry, snapshot } = cold;
    if (held()?.state !== snapshot.state || (entry.arriving?.length ?? 0) > MOST_ARRIVING) return false;
    entry.accounts = Math.max(entry.accounts, table.accounts);
    return hasRoom(cold);
  }

  /** Applies what changed since the stamp, and answers from the table from the next question on. */
  function show({ entry, snapshot: { state, stamp } }: Cold, table: PledgeTable): void {
    for (const version of entry.arriving ?? []) table.apply(version);
    state.hold(entry, table, held()?.stamp.slot ?? stamp.slot);
  }

  return {
    /** Begins to read the first of these launches that may come into memory, unless one is being read. */
    begin: (launchIds: readonly bigint[], signal: AbortSignal): void => {
      const snapshot = held();
      if (running || !snapshot || signal.aborted || clock.now() < restsUntil) return;
      for (const launchId of launchIds) {
        const entry = snapshot.state.entry(launchId);
        if (!entry || entry.pledges) continue;
        const cold = { launchId, entry, snapshot };
        if (entry.isCounted && !hasRoom(cold)) continue;
        running = warm(cold, signal).finally(() => {
          running = undefined;
        });
        return;
      }
    },
    /** Resolves when nothing is being read. */
    ended: async (): Promise<void> => running,
  };
}

function hasRoom({ entry, snapshot: { state } }: Cold): boolean {
  return state.memory.hasRoomFor(entry, state.entries());
}

/** A cold launch whose pledges are read. */
interface Cold {
  readonly launchId: bigint;
  readonly entry: NewestEntry;
  readonly snapshot: LatestSnapshot;
}
