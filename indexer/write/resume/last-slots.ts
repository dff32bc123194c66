import { z } from 'zod';
import { signedColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { BlockMeta } from '../../model/source.ts';
import type { Checkpoint } from '../checkpoint.ts';

/** Twice as many as a slot waits for finality: which of them are final by now, an index that stood still cannot know. */
const SLOTS = 64;

const SQL = `SELECT slot, parent_slot AS parentSlot, blockhash, block_time AS blockTime FROM slots
  WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
  ORDER BY slot DESC, revision DESC LIMIT 1 BY slot LIMIT ${SLOTS}`;

const slotRow = z
  .object({
    slot: unsignedColumn,
    parentSlot: unsignedColumn,
    blockhash: z.string(),
    blockTime: signedColumn.nullable(),
  })
  .transform(({ blockTime, ...slot }) => ({ ...slot, blockTime: blockTime ?? undefined }));

/** The slots that were indexed last, ascending. */
export async function lastSlots(
  lane: OlapLane,
  { slot, revision }: Checkpoint,
): Promise<Pick<BlockMeta, 'slot' | 'parentSlot' | 'blockhash' | 'blockTime'>[]> {
  return (await lane.query({ sql: SQL, parameters: { slot, revision } }, slotRow)).reverse();
}
