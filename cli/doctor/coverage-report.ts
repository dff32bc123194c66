import { z } from 'zod';
import { type Checkpoint, newestCheckpoint, readVerifiedSlot } from '../../api/read/checkpoint.ts';
import { readCoverage } from '../../api/read/coverage.ts';
import { readIdentity } from '../../api/read/identity.ts';
import { readUnreadable } from '../../api/read/unreadable.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { pendingMigrations } from '../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../core/olap/migrations/files.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { databaseOf, type Program } from '../../idl/anchor/program.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import { programName } from '../programs/config-file.ts';

export const COVERAGE_COMMAND = 'coverage';

const slot = z.string().regex(/^[0-9]{1,20}$/);

/** What an index holds, slots as decimal strings; null while nothing is indexed. */
export const coverageReport = z
  .strictObject({
    first_slot: slot,
    last_slot: slot,
    chain_slot: slot,
    verified_slot: slot.nullable(),
    checkpoint_age_seconds: z.number(),
    lost_ranges: z.int(),
    /** Null if there are too many to list. */
    unreadable_accounts: z.int().nullable(),
    newest_lost: z.strictObject({ from_slot: slot, to_slot: slot }).nullable(),
  })
  .nullable();

export type CoverageReport = z.output<typeof coverageReport>;

export async function reportCoverage(lane: OlapLane, clock: Clock): Promise<CoverageReport> {
  return reportOf(lane, clock, (checkpoint) => unreadableAccounts(lane, checkpoint));
}

/** Of a followed program. An account that does not decode is answered for as such, and hides nothing. */
export async function reportProgramCoverage(
  olap: Olap,
  database: Program['database'],
  clock: Clock,
): Promise<CoverageReport> {
  const own = await olap.database(database);
  const migrations = await readProgramMigrations();
  if ((await pendingMigrations(own, migrations)).length > 0) return null;
  return reportOf(own.reader, clock, async () => 0);
}

async function reportOf(
  lane: OlapLane,
  clock: Clock,
  unreadableAt: (checkpoint: Checkpoint) => Promise<number | null>,
): Promise<CoverageReport> {
  const checkpoint = await newestCheckpoint(lane);
  if (!checkpoint) return null;
  const { first = checkpoint.slot, lost } = await readCoverage(lane, checkpoint);
  const verified = await readVerifiedSlot(lane, checkpoint);
  const unreadable = await unreadableAt(checkpoint);
  const newest = lost.at(-1);
  return {
    first_slot: first.toString(),
    last_slot: checkpoint.slot.toString(),
    chain_slot: checkpoint.chainSlot.toString(),
    verified_slot: verified?.toString() ?? null,
    checkpoint_age_seconds: Math.max(0, (clock.now() - checkpoint.indexedAt) / 1000),
    lost_ranges: lost.length,
    unreadable_accounts: unreadable,
    newest_lost: newest ? { from_slot: newest.from.toString(), to_slot: newest.to.toString() } : null,
  };
}

async function unreadableAccounts(lane: OlapLane, checkpoint: Checkpoint): Promise<number | null> {
  const identity = await readIdentity(lane);
  if (!identity) return 0;
  try {
    return (await readUnreadable(lane, { ...checkpoint, program: identity.programId }))?.count ?? 0;
  } catch (error) {
    if (isLaunchlensError(error, 'ACCOUNTS_UNREADABLE')) return null;
    throw error;
  }
}

/** Asks the process that holds the store for its coverage. */
export function coverageRoute(olap: Olap, clock: Clock): OperatorRoute {
  return operatorRoute({
    name: COVERAGE_COMMAND,
    input: z.strictObject({ program: programName.optional() }),
    run: async function* ({ program }) {
      yield program === undefined
        ? await reportCoverage(olap.reader, clock)
        : await reportProgramCoverage(olap, databaseOf(program), clock);
    },
  });
}
