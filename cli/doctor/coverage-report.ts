import { z } from 'zod';
import { type Checkpoint, newestCheckpoint, readVerifiedSlot } from '../../api/read/checkpoint.ts';
import { readCoverage } from '../../api/read/coverage.ts';
import { readIdentity } from '../../api/read/identity.ts';
import { readUnreadable } from '../../api/read/unreadable.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';

export const COVERAGE_COMMAND = 'coverage';

export const coverageSlot = z.string().regex(/^[0-9]{1,20}$/);

/** What an index holds, slots as decimal strings; null while nothing is indexed. */
export const coverageReport = z
  .strictObject({
    first_slot: coverageSlot,
    last_slot: coverageSlot,
    chain_slot: coverageSlot,
    verified_slot: coverageSlot.nullable(),
    checkpoint_age_seconds: z.number(),
    lost_ranges: z.int(),
    /** Null if there are too many to list. */
    unreadable_accounts: z.int().nullable(),
    newest_lost: z.strictObject({ from_slot: coverageSlot, to_slot: coverageSlot }).nullable(),
  })
  .nullable();

export type CoverageReport = z.output<typeof coverageReport>;

export async function reportCoverage(lane: OlapLane, clock: Clock): Promise<CoverageReport> {
  return reportOf(lane, clock, (checkpoint) => unreadableAccounts(lane, checkpoint));
}

/** @param unreadableAt how many accounts cannot be read; null if that is too many to answer */
export async function reportOf(
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
    input: z.strictObject({}),
    run: async function* () {
      yield await reportCoverage(olap.reader, clock);
    },
  });
}
