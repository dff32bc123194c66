import type { Clock } from '../../../core/kernel/clock.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { FLOW_COVERAGE, TREASURY_COVERAGE } from '../../model/tables.ts';

/** Records ranges whose transfers are all known now, once their rows are durable. */
export async function coverTreasury(
  lane: OlapLane,
  treasury: string,
  { ranges, clock }: { readonly ranges: readonly SlotRange[]; readonly clock: Clock },
): Promise<void> {
  if (ranges.length === 0) return;
  const block = new ColumnBlock(TREASURY_COVERAGE);
  for (const { from, to } of ranges) {
    appendRow(block, {
      treasury: pubkeyBytes(treasury),
      from_slot: from,
      to_slot: to,
      source: 'history',
      backfilled: 1,
      revision: 0n,
      at: BigInt(clock.now()),
    });
  }
  await lane.insert('treasury_coverage', block);
}

/**
 * Records ranges whose movements are all known now. Call it once their rows are durable, with ranges that no
 * other one covers: two ranges with the same first slot would be one.
 */
export async function coverFlows(lane: OlapLane, ranges: readonly SlotRange[], clock: Clock): Promise<void> {
  if (ranges.length === 0) return;
  const block = new ColumnBlock(FLOW_COVERAGE);
  for (const { from, to } of ranges) {
    appendRow(block, {
      from_slot: from,
      to_slot: to,
      source: 'history',
      revision: 0n,
      at: BigInt(clock.now()),
    });
  }
  await lane.insert('flow_coverage', block);
}
