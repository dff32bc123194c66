import { z } from 'zod';
import type { Logger } from '../../../core/kernel/logger.ts';
import { unsignedColumn } from '../../../core/olap/columns.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';

/** Tables whose rows belong to a slot. */
const SLOT_TABLES = [
  'launch_versions',
  'pledge_versions',
  'pledge_wallets',
  'token_account_versions',
  'mint_versions',
  'quarantine',
  'escrow_flows',
  'slots',
] as const;

const countRow = z.object({ rows: unsignedColumn });

/**
 * Removes what a crash left above the checkpoint. Without it a row could outlive the fork or the connection that it
 * came from, should its slot not come again. Rows at or below the checkpoint's slot stay: they correct known slots,
 * and the next checkpoint makes them count. Of the ledgers, what the checkpoint does not vouch for goes.
 */
export async function removeLeftovers(
  lane: OlapLane,
  checkpoint: Checkpoint | undefined,
  logger: Logger,
): Promise<void> {
  const above = checkpoint ? 'slot > {slot:UInt64}' : '{slot:UInt64} = 0';
  for (const table of SLOT_TABLES) {
    await removeRows(lane, { table, where: above, parameters: { slot: checkpoint?.slot ?? 0n } }, logger);
  }
  const where = 'revision > {revision:UInt64}';
  const parameters = { revision: checkpoint?.revision ?? 0n };
  for (const table of ['coverage', 'flow_coverage']) {
    await removeRows(lane, { table, where, parameters }, logger);
  }
}

interface Removal {
  readonly table: string;
  readonly where: string;
  readonly parameters: Readonly<Record<string, bigint>>;
}

/** Asks first, because a delete rewrites parts even where it finds nothing. */
async function removeRows(
  lane: OlapLane,
  { table, where, parameters }: Removal,
  logger: Logger,
): Promise<void> {
  const found = await lane.query(
    { sql: `SELECT count() AS rows FROM ${table} WHERE ${where}`, parameters },
    countRow,
  );
  const rows = found[0]?.rows ?? 0n;
  if (rows === 0n) return;
  await lane.command({ sql: `DELETE FROM ${table} WHERE ${where}`, parameters });
  logger.info({ table, rows: Number(rows) }, 'removed rows that a crash left above the checkpoint');
}
