import type { Logger } from '../../../core/kernel/logger.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { removeAbove, removeAll, removeRows } from '../remove-above.ts';

/**
 * Removes what a crash left above the checkpoint. Without it a row could outlive the fork or the connection that it
 * came from, should its slot not come again. Rows at or below the checkpoint's slot stay: they correct known slots,
 * and the next checkpoint makes them count. Of the ledgers, what the checkpoint does not vouch for goes. A rollback
 * that was cut off is finished by this, since its checkpoint is written before anything is removed.
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
