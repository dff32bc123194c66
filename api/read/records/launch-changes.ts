import { unsignedColumn } from '../../../core/olap/port.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { MirrorRecords } from './records.ts';

const CHANGES = sqlFile(import.meta.url, 'launch-changes.sql');

const changesRow = rowOf({
  firstSlot: unsignedColumn,
  lastSlot: unsignedColumn,
  previousSlot: unsignedColumn.nullable(),
  nextSlot: unsignedColumn.nullable(),
});

export interface ChangesQuestion {
  readonly launchId: bigint;
  /** The slot whose neighbours are asked for; by default that of the answer. */
  readonly around?: bigint | undefined;
}

/**
 * The first and the last slot in which the launch, a pledge or a balance changed, and those next to a slot. Undefined if no
 * such LaunchConfig exists. @throws ACCOUNT_UNREADABLE
 */
export async function launchChanges(
  { stamp, ofLaunch }: MirrorRecords,
  { launchId, around = stamp.slot }: ChangesQuestion,
) {
  stamp.unreadable?.requireLaunch(launchId);
  return ofLaunch(launchId, async (ask) => {
    const [changes] = await ask(CHANGES, { launch_id: launchId, around }, changesRow);
    return changes && { around, ...changes };
  });
}
