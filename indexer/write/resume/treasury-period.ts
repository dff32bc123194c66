import type { Clock } from '../../../core/kernel/clock.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import { STILL_GROWING } from '../batch.ts';

const GROWING = `(SELECT * FROM treasury_coverage WHERE backfilled = 0
  ORDER BY treasury, from_slot, revision DESC, at DESC LIMIT 1 BY treasury, from_slot)`;

/** A period that would end before it began is stored as one without slots. */
const END = `INSERT INTO treasury_coverage (treasury, from_slot, to_slot, source, revision, at)
  SELECT treasury, from_slot, {slot:UInt64}, source, {revision:UInt64}, fromUnixTimestamp64Milli({now:Int64}, 'UTC')
  FROM ${GROWING} WHERE to_slot = {growing:UInt64} AND hex(treasury) != {treasury:String}`;

const BEGIN = `INSERT INTO treasury_coverage (treasury, from_slot, to_slot, source, revision, at)
  SELECT unhex({treasury:String}), {from_slot:UInt64}, {growing:UInt64}, 'stream', {revision:UInt64},
    fromUnixTimestamp64Milli({now:Int64}, 'UTC')
  WHERE (SELECT count() FROM ${GROWING} WHERE to_slot = {growing:UInt64} AND hex(treasury) = {treasury:String}) = 0`;

/**
 * From the checkpoint on only `treasury` is followed; undefined for a run that follows none. A treasury that was
 * followed up to the checkpoint continues without a gap. Safe to repeat.
 */
export async function followTreasury(
  lane: OlapLane,
  checkpoint: Pick<Checkpoint, 'slot' | 'revision'> | undefined,
  { treasury, clock }: { readonly treasury: string | undefined; readonly clock: Clock },
): Promise<void> {
  const key = treasury === undefined ? '' : Buffer.from(pubkeyBytes(treasury)).toString('hex').toUpperCase();
  const parameters = {
    treasury: key,
    slot: checkpoint?.slot ?? 0n,
    from_slot: checkpoint ? checkpoint.slot + 1n : 0n,
    revision: checkpoint?.revision ?? 0n,
    growing: STILL_GROWING,
    now: BigInt(clock.now()),
  };
  await lane.command({ sql: END, parameters });
  if (treasury !== undefined) await lane.command({ sql: BEGIN, parameters });
}
