import { z } from 'zod';
import { hexColumn, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { type ClosedAccount, closeAccount } from '../../model/closed-rows.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { goneView } from '../../model/source.ts';

/** For each account, its first quarantined version above a slot, if no decoded one comes before. */
const NEXT_RAW = `SELECT hex(above.address) AS account, minIf(above.slot, above.raw) AS at
  FROM
  (
    SELECT address, slot, 1 AS raw FROM quarantine WHERE slot > {slot:UInt64} AND address IN (${only()})
    UNION ALL
    SELECT address, slot, 0 FROM launch_versions WHERE slot > {slot:UInt64} AND address IN (${only()})
    UNION ALL
    SELECT address, slot, 0 FROM pledge_versions WHERE slot > {slot:UInt64} AND address IN (${only()})
  ) AS above
  GROUP BY above.address
  HAVING argMin(above.raw, above.slot) = 1`;

function only(): string {
  return 'SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)';
}

const nextRow = z.object({ account: hexColumn, at: unsignedColumn });

/** Addresses per statement, which are part of its URL. */
const ASKED = 400;

export interface EndsAbove {
  readonly lane: OlapLane;
  /** The last slot that is decoded again. */
  readonly slot: bigint;
  readonly signal: AbortSignal;
}

/**
 * Keeps the answers above the decoded range unchanged. A decoded version applies to all slots up to the account's
 * next one. If that one stays in quarantine above the range, readers would get the older version as if nothing
 * had happened. So the account ends there for readers until those slots are decoded too: then the row of the same
 * slot says what it was, or that it really ended.
 */
export async function endsAbove(
  decoded: ReadonlyMap<string, ClosedAccount>,
  { lane, slot, signal }: EndsAbove,
): Promise<SlotBuffer> {
  const ends = new SlotBuffer();
  const addresses = [...decoded.keys()];
  while (addresses.length > 0) {
    const asked = addresses.splice(0, ASKED).map((address) => Buffer.from(address, 'latin1').toString('hex'));
    const statement = { sql: NEXT_RAW, parameters: { slot, only: asked }, signal };
    for (const { account: address, at } of await lane.query(statement, nextRow)) {
      const account = decoded.get(address.toString('latin1'));
      if (account) closeAccount(ends, goneView({ slot: at, address }), account);
    }
  }
  return ends;
}
