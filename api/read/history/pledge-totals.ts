import { unsignedColumn } from '../../../core/olap/port.ts';
import type { LaunchState, PledgeTotals } from '../model.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'pledge-totals.sql');

const totalsRow = rowOf({
  launchId: unsignedColumn,
  allocatedTotal: unsignedColumn,
  refundableTotal: unsignedColumn,
  refundedTotal: unsignedColumn,
  refundedCount: unsignedColumn.transform(Number),
  releasedTotal: unsignedColumn,
  owedTotal: unsignedColumn,
});

const NOTHING: PledgeTotals = {
  allocatedTotal: 0n,
  refundableTotal: 0n,
  refundedTotal: 0n,
  refundedCount: 0,
  releasedTotal: 0n,
  owedTotal: 0n,
};

/** The sums over all pledges of several launches in one query, each with its own terms. */
export async function pledgeTotals(
  ask: AskAt,
  launches: readonly LaunchState[],
): Promise<ReadonlyMap<bigint, PledgeTotals>> {
  if (launches.length === 0) return new Map();
  const parameters = {
    launch_ids: launches.map(({ launchId }) => launchId),
    token_allocations: launches.map(({ tokenAllocation }) => tokenAllocation),
    totals_pledged: launches.map(({ totalPledged }) => totalPledged),
  };
  const rows = await ask(SQL, parameters, totalsRow);
  const found = new Map(rows.map(({ launchId, ...totals }) => [launchId, totals]));
  return new Map(launches.map(({ launchId }) => [launchId, found.get(launchId) ?? NOTHING]));
}
