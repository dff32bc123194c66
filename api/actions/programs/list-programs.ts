import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ProgramListAnswer, ProgramSummary } from '../../../schemas/rest/programs.ts';
import type { Stamp } from '../../read/model.ts';
import { transactionsFrom } from '../../read/programs/calls/coverage.ts';
import type { Counts } from '../../read/programs/counts.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import type { Answered } from '../context.ts';
import { freshSlot, type SlotRequest } from '../freshness.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireCount } from '../wire.ts';
import type { ProgramsContext } from './find.ts';

interface Counted {
  readonly reads: ProgramReads;
  readonly stamp: Stamp;
  readonly counts: Counts;
  /** Since when all transactions were seen. */
  readonly coveredFrom: bigint | undefined;
}

/**
 * How many accounts of each type the followed programs have, all at one slot: the requested one, or the newest that each of
 * them has reached. A program that does not know that slot is counted at its own newest.
 * @throws MIRROR_NOT_READY and those of `freshSlot`; those of a requested slot
 */
export async function listPrograms(
  { programs, mirror }: ProgramsContext,
  request: SlotRequest,
): Promise<Answered<ProgramListAnswer>> {
  const all = [...(programs?.values() ?? [])];
  if (all.length === 0) {
    const stamp = await mirror.stampAt(await freshSlot(mirror, request));
    return { stamp, body: { source: sourceStamp(stamp), results: [] } };
  }
  const asked = await Promise.all(all.map(async (reads) => [reads, await newestOf(reads, request)] as const));
  const ready = asked.flatMap(([reads, stamp]) => (stamp ? [{ reads, stamp }] : []));
  const least = ready.reduce<Stamp | undefined>(
    (found, { stamp }) => (found && found.slot <= stamp.slot ? found : stamp),
    undefined,
  );
  if (least === undefined) {
    throw new LaunchlensError('MIRROR_NOT_READY', { reason: 'no followed program has been indexed yet' });
  }
  const counted = await Promise.all(ready.map(({ reads }) => countedAt(reads, request.asOfSlot, least.slot)));
  const stamp = counted.reduce((found, each) => (each.stamp.slot < found.slot ? each.stamp : found), least);
  const results = all.map((reads) =>
    summaryOf(
      reads,
      counted.find((each) => each.reads === reads),
    ),
  );
  return { stamp, body: { source: sourceStamp(stamp), results } };
}

/** Undefined for a program of which nothing was indexed. */
async function newestOf(reads: ProgramReads, request: SlotRequest): Promise<Stamp | undefined> {
  try {
    return await reads.stampAt(await freshSlot(reads, request));
  } catch (error) {
    if (isLaunchlensError(error, 'MIRROR_NOT_READY')) return undefined;
    throw error;
  }
}

async function countedAt(
  reads: ProgramReads,
  requested: bigint | undefined,
  least: bigint,
): Promise<Counted> {
  const ask = async (slot: bigint | undefined): Promise<Counted> => {
    const { stamp, facts } = await reads.ask(slot, (at, { counts }) =>
      Promise.all([counts(), transactionsFrom(at)]),
    );
    const [counts, coveredFrom] = facts;
    return { reads, stamp, counts, coveredFrom };
  };
  try {
    return await ask(requested ?? least);
  } catch (error) {
    if (requested !== undefined || !isLaunchlensError(error, 'SLOT_NOT_HELD')) throw error;
    return ask(undefined);
  }
}

function summaryOf({ program, types, calls }: ProgramReads, counted: Counted | undefined): ProgramSummary {
  const countOf = (type: string) => {
    const { count = 0n, undecodable = 0n } = counted?.counts.get(type) ?? {};
    return { count: wireCount(count), undecodable: wireCount(undecodable) };
  };
  const unknown = [...(counted?.counts ?? [])].filter(([type]) => !types.has(type));
  return {
    name: program.name,
    address: program.address,
    idl_sha256: program.idl.sha256,
    last_indexed_slot: counted === undefined ? null : wireCount(counted.stamp.slot),
    accounts: [...types.keys()].map((type) => ({ type, ...countOf(type) })),
    instructions: [...calls.instruction.keys()],
    events: [...calls.event.keys()],
    transactions_covered_from_slot:
      counted?.coveredFrom === undefined ? null : wireCount(counted.coveredFrom),
    unknown_accounts: wireCount(
      unknown.reduce((sum, [, { count, undecodable }]) => sum + count + undecodable, 0n),
    ),
  };
}
