import type { Logger } from '../../../core/kernel/logger.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { removeAbove, removeAll, removeRows } from '../remove-above.ts';

/**
 * Removes what a crash left above the checkpoint. Otherwise a row could outlive its fork or connection if its
 * slot does not come again. Rows at or below the checkpoint's slot stay: they correct known slots, and the next
 * checkpoint makes them count. Ledger rows that the checkpoint does not cover are removed. This also completes an
 * interrupted rollback, because its checkpoint is written before anything is removed.
 */
export async function removeLeftovers(
  lane: OlapLane,
  checkpoint: Checkpoint | undefined,
  logger: Logger,
): Promise<void> {
  const where = 'revision > {revision:UInt64}';
  const parameters = { revision: checkpoint?.revision ?? 0n };
  for (const table of ['coverage', 'flow_coverage', 'treasury_coverage', 'take_backs']) {
    await removeRows(lane, { table, where, parameters }, logger);
  }
  if (checkpoint) await removeAbove(lane, checkpoint.slot, logger);
  else await removeAll(lane, logger);
}
