import { z } from 'zod';
import { unsignedColumn } from '../../../core/olap/columns.ts';
import type { LaunchState, PledgeTotals } from '../model.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'pledge-totals.sql');

const totalsRow = z
  .object({
    allocated_total: unsignedColumn,
    refundable_total: unsignedColumn,
    refunded_total: unsignedColumn,
    refunded_count: unsignedColumn,
  })
  .transform(
    (row): PledgeTotals => ({
      allocatedTotal: row.allocated_total,
      refundableTotal: row.refundable_total,
      refundedTotal: row.refunded_total,
      refundedCount: Number(row.refunded_count),
    }),
  );

const NOTHING: PledgeTotals = {
  allocatedTotal: 0n,
  refundableTotal: 0n,
  refundedTotal: 0n,
  refundedCount: 0,
};

/** The sums over all pledges of a launch, at its terms. */
export async function pledgeTotals(ask: AskAt, launch: LaunchState): Promise<PledgeTotals> {
  const parameters = {
    launch_id: launch.launchId,
    token_allocation: launch.tokenAllocation,
    total_pledged: launch.totalPledged,
  };
  const [totals = NOTHING] = await ask(SQL, parameters, totalsRow);
  return totals;
}
