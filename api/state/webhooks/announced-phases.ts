import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { booleanColumn, first, integerColumn, lockName, record } from '../../../core/oltp/statements.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../../schemas/launch-statuses.ts';

export interface SeenPhase {
  readonly launchId: bigint;
  readonly phase: LaunchStatus;
  /** The time of the index when it was seen, Unix milliseconds. */
  readonly indexedAt: number;
}

const announced = record({ launchId: integerColumn, phase: z.enum(LAUNCH_STATUSES) });
const last = record({ ...announced.shape, older: booleanColumn });

const KEPT_AT_ONCE = 1_000;

const LOOKED = 'SELECT chain FROM told_chains WHERE chain = $1';
/** Concurrent first looks wait here for the first one, and store nothing. */
const LOOK = 'INSERT INTO told_chains (chain, indexed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const ALL = `SELECT ${announced.columns} FROM told_phases WHERE chain = $1`;
const KEEP = `INSERT INTO told_phases (chain, launch_id, phase, indexed_at)
  SELECT $1, seen.launch_id, seen.phase, $4 FROM unnest($2::numeric[], $3::text[]) AS seen (launch_id, phase)
  ON CONFLICT DO NOTHING`;
const LAST = `SELECT launch_id, phase, indexed_at <= $3 AS older FROM told_phases WHERE chain = $1 AND launch_id = $2`;
const ANNOUNCE = `INSERT INTO told_phases (chain, launch_id, phase, indexed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (chain, launch_id) DO UPDATE SET phase = excluded.phase, indexed_at = excluded.indexed_at`;

/** The last announced phase of each launch of one chain, by any process. */
export type AnnouncedPhases = ReturnType<typeof createAnnouncedPhases>;

export function createAnnouncedPhases(oltp: Oltp) {
  return {
    /** Undefined until a process has seen the chain. */
    all: async (chain: string): Promise<ReadonlyMap<bigint, LaunchStatus> | undefined> => {
      if ((await oltp.query(LOOKED, [chain], z.unknown())).length === 0) return undefined;
      const rows = await oltp.query(ALL, [chain], announced.row);
      return new Map(rows.map(({ launchId, phase }) => [launchId, phase]));
    },
    /**
     * Records the first look at a chain with its phases, which are not announced. Does nothing if another process has
     * looked before.
     */
    begin: (chain: string, indexedAt: number, seen: readonly Pick<SeenPhase, 'launchId' | 'phase'>[]) =>
      oltp.transaction(async (queries) => {
        const at = new Date(indexedAt);
        if ((await queries.run(LOOK, [chain, at])) === 0) return;
        for (let from = 0; from < seen.length; from += KEPT_AT_ONCE) {
          const slice = seen.slice(from, from + KEPT_AT_ONCE);
          const [ids, phases] = [slice.map(({ launchId }) => launchId), slice.map(({ phase }) => phase)];
          await queries.run(KEEP, [chain, ids, phases, at]);
        }
      }),
    /**
     * Sets the last announced phase and runs `announce` in the same transaction, unless it was already announced or a
     * process with a newer state has announced another. @returns the last announced phase
     */
    announce: (
      chain: string,
      { launchId, phase, indexedAt }: SeenPhase,
      announce: (queries: Queries, before: LaunchStatus | undefined) => Promise<void>,
    ) =>
      oltp.transaction(async (queries) => {
        await lockName(queries, `phase of ${chain} ${launchId}`);
        const at = new Date(indexedAt);
        const before = await first(queries, LAST, [chain, launchId, at], last.row);
        if (before && (before.phase === phase || !before.older)) return before.phase;
        await queries.run(ANNOUNCE, [chain, launchId, phase, at]);
        await announce(queries, before?.phase);
        return phase;
      }),
  };
}
