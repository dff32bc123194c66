import { z } from 'zod';
import { pubkeyBytes } from '../kernel/pubkey.ts';
import { type OlapLane, unsignedColumn } from '../olap/port.ts';

const NEWEST = 'revision DESC, at DESC LIMIT 1 BY';
/** A followed range counts only where the stream covered every transaction; a backfilled range always counts. */
const KNOWN = `WITH
    periods AS (SELECT * FROM treasury_coverage WHERE treasury = unhex({treasury:String})
      ORDER BY from_slot, backfilled, ${NEWEST} from_slot, backfilled),
    streamed AS (SELECT * FROM (SELECT * FROM flow_coverage ORDER BY from_slot, ${NEWEST} from_slot)
      WHERE source = 'stream')
  SELECT fromSlot, toSlot FROM
  (
    SELECT from_slot AS fromSlot, to_slot AS toSlot FROM periods WHERE backfilled = 1
    UNION ALL
    SELECT greatest(p.from_slot, s.from_slot) AS fromSlot, least(p.to_slot, s.to_slot) AS toSlot
    FROM periods AS p CROSS JOIN streamed AS s WHERE p.backfilled = 0
  )
  WHERE fromSlot <= toSlot
  ORDER BY fromSlot`;

const rangeRow = z.object({ fromSlot: unsignedColumn, toSlot: unsignedColumn });

/** The ranges in which every transfer out of a treasury is known; a growing range ends at the greatest u64. */
export async function knownTreasuryRanges(
  lane: OlapLane,
  treasury: string,
  signal: AbortSignal,
): Promise<{ from: bigint; to: bigint }[]> {
  const parameters = { treasury: Buffer.from(pubkeyBytes(treasury)).toString('hex') };
  const rows = await lane.query({ sql: KNOWN, parameters, signal }, rangeRow);
  return rows.map(({ fromSlot, toSlot }) => ({ from: fromSlot, to: toSlot }));
}

/** The first slot at or above `from` whose transfers are unknown, given ranges in ascending order. */
export function firstUnknownSlot(
  ranges: readonly { readonly from: bigint; readonly to: bigint }[],
  from: bigint,
): bigint {
  let next = from;
  for (const { from: first, to } of ranges) {
    if (first > next) return next;
    if (to >= next) next = to + 1n;
  }
  return next;
}
