import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import { STILL_GROWING } from '../batch.ts';

const growingIn = (ledger: string): string => `SELECT from_slot AS fromSlot
  FROM (SELECT * FROM ${ledger} ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot)
  WHERE to_slot = {still_growing:UInt64}
  ORDER BY fromSlot DESC LIMIT 1`;

const beginIn = (ledger: string): string => `INSERT INTO ${ledger} (from_slot, to_slot, source, revision, at)
  SELECT {from_slot:UInt64}, {still_growing:UInt64}, 'stream', {revision:UInt64},
    fromUnixTimestamp64Milli({now:Int64}, 'UTC')`;

const rangeRow = z.object({ fromSlot: unsignedColumn });

/**
 * First slot of the growing range of known movements. An index without one, built before movements were stored,
 * begins one above its checkpoint.
 * @param ledger The table of ranges
 */
export async function growingFlowRange(
  lane: OlapLane,
  { slot, revision }: Checkpoint,
  { ledger, clock }: { readonly ledger: string; readonly clock: Clock },
): Promise<bigint> {
  const growing = { still_growing: STILL_GROWING };
  const [range] = await lane.query({ sql: growingIn(ledger), parameters: growing }, rangeRow);
  if (range) return range.fromSlot;
  const from = slot + 1n;
  await lane.command({
    sql: beginIn(ledger),
    parameters: { ...growing, from_slot: from, revision, now: BigInt(clock.now()) },
  });
  return from;
}
