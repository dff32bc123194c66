import { z } from 'zod';
import type { Logger } from '../kernel/logger.ts';
import { type OlapLane, timestampColumn, unsignedColumn } from '../olap/port.ts';

/** How far the ledger reaches. */
export interface LedgerReach {
  readonly revision: bigint;
  /** Events up to the revision. */
  readonly events: bigint;
  /** When the batch of that revision was appended, in milliseconds; undefined where there is none yet. */
  readonly at: number | undefined;
}

const NOTHING: LedgerReach = { revision: 0n, events: 0n, at: undefined };

const reachRow = z.object({ revision: unsignedColumn, events: unsignedColumn, at: timestampColumn });
const NEWEST = 'SELECT revision, events, at FROM reward_checkpoints ORDER BY revision DESC LIMIT 1';

export async function ledgerReach(lane: OlapLane, signal?: AbortSignal): Promise<LedgerReach> {
  const [reach] = await lane.query({ sql: NEWEST, ...(signal && { signal }) }, reachRow);
  return reach ?? NOTHING;
}

const countRow = z.object({ rows: unsignedColumn });

/** Removes what a batch without a checkpoint left behind. */
export async function removeLeftovers(
  lane: OlapLane,
  { revision }: LedgerReach,
  logger: Logger,
): Promise<void> {
  for (const table of ['reward_events', 'reward_events_by_wallet']) {
    const where = 'revision > {revision:UInt64}';
    const parameters = { revision };
    const counted = { sql: `SELECT count() AS rows FROM ${table} WHERE ${where}`, parameters };
    const [found] = await lane.query(counted, countRow);
    if (!found || found.rows === 0n) continue;
    await lane.command({ sql: `DELETE FROM ${table} WHERE ${where}`, parameters });
    logger.info({ table, rows: Number(found.rows) }, 'removed reward events of an interrupted batch');
  }
}
