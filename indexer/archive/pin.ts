import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';

/** The exported state: every change up to `slot`, in rows of at most this revision. */
export interface Pin {
  readonly slot: bigint;
  readonly revision: bigint;
  /** The revision of the reward ledger, which has its own batches, independent of the chain's slots. */
  readonly rewardRevision: bigint;
  /** Whether the slot is earlier than the index's newest one. */
  readonly pastSlot: boolean;
}

const pinRow = z.object({
  slot: unsignedColumn,
  revision: unsignedColumn,
  rewardRevision: unsignedColumn,
});
const NEWEST = `SELECT slot, revision, (SELECT max(revision) FROM reward_checkpoints) AS rewardRevision
  FROM checkpoints ORDER BY revision DESC LIMIT 1`;

export async function newestPin(lane: OlapLane): Promise<Pin | undefined> {
  const [pin] = await lane.query({ sql: NEWEST }, pinRow);
  return pin && { ...pin, pastSlot: false };
}

/** Pins the newest slot or an earlier one that the index knows. @throws EXPORT_EMPTY, EXPORT_SLOT */
export async function takePin(lane: OlapLane, asOfSlot: bigint | undefined): Promise<Pin> {
  const newest = await newestPin(lane);
  if (!newest) throw new LaunchlensError('EXPORT_EMPTY', {});
  if (asOfSlot === undefined || asOfSlot === newest.slot) return newest;
  const reason =
    asOfSlot > newest.slot ? `above ${newest.slot}, the newest` : await unknownAt(lane, asOfSlot);
  if (reason !== undefined) throw new LaunchlensError('EXPORT_SLOT', { slot: asOfSlot, reason });
  return { ...newest, slot: asOfSlot, pastSlot: true };
}

const coverageRow = z.object({
  state: z.string(),
  ranges: unsignedColumn,
  firstSlot: unsignedColumn.nullable(),
  lastSlot: unsignedColumn.nullable(),
});

/** Slots above the last range of the ledger are being streamed. */
const COVERAGE = `SELECT toString(argMaxIf(state, (revision, at), covers)) AS state, countIf(covers) AS ranges,
    minOrNull(from_slot) AS firstSlot, maxOrNull(to_slot) AS lastSlot
  FROM (SELECT *, from_slot <= {slot:UInt64} AND to_slot >= {slot:UInt64} AS covers FROM coverage)`;

async function unknownAt(lane: OlapLane, slot: bigint): Promise<string | undefined> {
  const [found] = await lane.query({ sql: COVERAGE, parameters: { slot } }, coverageRow);
  if (!found || found.firstSlot === null || slot < found.firstSlot) return 'before the first slot it holds';
  if (found.ranges > 0n) return found.state === 'lost' ? 'inside a range that it lost' : undefined;
  return slot > (found.lastSlot ?? 0n) ? undefined : 'in no range that it knows';
}
