import { z } from 'zod';
import { integerColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../../schemas/launch-statuses.ts';

export interface SeenPhase {
  readonly launchId: bigint;
  readonly phase: LaunchStatus;
  /** The time of the index when it was seen, Unix milliseconds. */
  readonly indexedAt: number;
}

/** The last announced phase of each launch of one chain, by any process. */
export interface AnnouncedPhases {
  /** Undefined until a process has seen the chain. */
  all(chain: string): Promise<ReadonlyMap<bigint, LaunchStatus> | undefined>;
  /**
   * Records the first look at a chain with its phases, which are not announced. Does nothing if another process has
   * looked before.
   */
  begin(
    chain: string,
    indexedAt: number,
    seen: readonly Pick<SeenPhase, 'launchId' | 'phase'>[],
  ): Promise<void>;
  /**
   * Sets the last announced phase and runs `tell` in the same transaction, unless it was already announced or a process
   * with a newer state has announced another. @returns the last announced phase
   */
  tell(
    chain: string,
    seen: SeenPhase,
    tell: (queries: Queries, before: LaunchStatus | undefined) => Promise<void>,
  ): Promise<LaunchStatus>;
}

const phaseRow = z.object({ launch_id: integerColumn, phase: z.enum(LAUNCH_STATUSES) });

const KEPT_AT_ONCE = 1_000;

const LOOKED = 'SELECT chain FROM told_chains WHERE chain = $1';
/** Concurrent first looks wait here for the first one, and store nothing. */
const LOOK = 'INSERT INTO told_chains (chain, indexed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const ALL = 'SELECT launch_id, phase FROM told_phases WHERE chain = $1';
const KEEP = `INSERT INTO told_phases (chain, launch_id, phase, indexed_at)
  SELECT $1, seen.launch_id, seen.phase, $4 FROM unnest($2::numeric[], $3::text[]) AS seen (launch_id, phase)
  ON CONFLICT DO NOTHING`;
const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('phase of ' || $1 || ' ' || $2, 0))`;
const LAST = `SELECT launch_id, phase, indexed_at <= $3 AS older FROM told_phases WHERE chain = $1 AND launch_id = $2`;
const TOLD = `INSERT INTO told_phases (chain, launch_id, phase, indexed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (chain, launch_id) DO UPDATE SET phase = excluded.phase, indexed_at = excluded.indexed_at`;

const lastRow = phaseRow.extend({ older: z.enum(['t', 'f']).transform((text) => text === 't') });

export function createAnnouncedPhases(oltp: Oltp): AnnouncedPhases {
  return {
    all: async (chain) => {
      if ((await oltp.query(LOOKED, [chain], z.unknown())).length === 0) return undefined;
      const rows = await oltp.query(ALL, [chain], phaseRow);
      return new Map(rows.map(({ launch_id, phase }) => [launch_id, phase]));
    },
    begin: (chain, indexedAt, seen) =>
      oltp.transaction(async (queries) => {
        const at = new Date(indexedAt);
        if ((await queries.run(LOOK, [chain, at])) === 0) return;
        for (let from = 0; from < seen.length; from += KEPT_AT_ONCE) {
          const slice = seen.slice(from, from + KEPT_AT_ONCE);
          const [ids, phases] = [slice.map(({ launchId }) => launchId), slice.map(({ phase }) => phase)];
          await queries.run(KEEP, [chain, ids, phases, at]);
        }
      }),
    tell: (chain, { launchId, phase, indexedAt }, tell) =>
      oltp.transaction(async (queries) => {
        await queries.query(ONE_BY_ONE, [chain, String(launchId)], z.unknown());
        const at = new Date(indexedAt);
        const [last] = await queries.query(LAST, [chain, launchId, at], lastRow);
        if (last && (last.phase === phase || !last.older)) return last.phase;
        await queries.run(TOLD, [chain, launchId, phase, at]);
        await tell(queries, last?.phase);
        return phase;
      }),
  };
}
