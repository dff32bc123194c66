import { z } from 'zod';
import { pubkeyBytes } from '../kernel/pubkey.ts';
import { flagColumn, type OlapLane, unsignedColumn } from '../olap/port.ts';
import { joined, type SlotRange, without } from '../rules/slot-ranges.ts';

const NEWEST = 'revision DESC, at DESC LIMIT 1 BY';
/** A followed range counts only where the stream covered every transaction; a backfilled range always counts. */
const COVERED = `WITH
    periods AS (SELECT * FROM treasury_coverage WHERE treasury = unhex({treasury:String})
      ORDER BY from_slot, backfilled, ${NEWEST} from_slot, backfilled),
    streamed AS (SELECT * FROM (SELECT * FROM flow_coverage ORDER BY from_slot, ${NEWEST} from_slot)
      WHERE source = 'stream')
  SELECT from_slot AS from, to_slot AS to, backfilled FROM periods WHERE backfilled = 1
  UNION ALL
  SELECT greatest(p.from_slot, s.from_slot) AS from, least(p.to_slot, s.to_slot) AS to, p.backfilled AS backfilled
  FROM periods AS p CROSS JOIN streamed AS s WHERE p.backfilled = 0 AND from <= to`;
/** An audit that finds the index different loses slots that the stream covered, and with them their transfers. */
const DOUBTED =
  "SELECT from_slot AS from, to_slot AS to FROM coverage WHERE state = 'lost' AND source = 'audit'";

const rangeRow = z.object({ from: unsignedColumn, to: unsignedColumn });
const coveredRow = rangeRow.extend({ backfilled: flagColumn });

/**
 * The ranges in which every transfer out of a treasury is known, ascending; a growing range ends at the greatest u64.
 * A transfer of any other slot may be missing: `TRANSFER_DIED` hides those of slots that were lost.
 */
export async function knownTreasuryRanges(
  lane: OlapLane,
  treasury: string,
  signal: AbortSignal,
): Promise<SlotRange[]> {
  const parameters = { treasury: Buffer.from(pubkeyBytes(treasury)).toString('hex') };
  const covered = await lane.query({ sql: COVERED, parameters, signal }, coveredRow);
  const doubted = joined(await lane.query({ sql: DOUBTED, signal }, rangeRow));
  return joined(covered.flatMap((range) => (range.backfilled ? [range] : without(range, doubted))));
}

/** The first slot at or above `from` whose transfers are unknown, given ranges in ascending order. */
export function firstUnknownSlot(ranges: readonly SlotRange[], from: bigint): bigint {
  let next = from;
  for (const { from: first, to } of ranges) {
    if (first > next) return next;
    if (to >= next) next = to + 1n;
  }
  return next;
}
