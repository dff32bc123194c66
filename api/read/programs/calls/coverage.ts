import { z } from 'zod';
import { unsignedColumn } from '../../../../core/olap/port.ts';
import type { AskAt } from '../../history/query.ts';

const COVERED_FROM = `-- program transactions seen
SELECT maxIf(from_slot, nth = 1 OR from_slot - 1 > seen_to) AS covered_from, countIf(last_slot >= {slot:UInt64}) AS ranges
FROM
(
  SELECT from_slot, last_slot, row_number() OVER ascending AS nth,
    max(last_slot) OVER (ascending ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS seen_to
  FROM
  (
    SELECT from_slot, argMax(to_slot, revision) AS last_slot
    FROM transaction_coverage
    WHERE revision <= {revision:UInt64} AND from_slot <= {slot:UInt64}
    GROUP BY from_slot
    HAVING last_slot >= from_slot
  )
  WINDOW ascending AS (ORDER BY from_slot)
)`;

const coveredRow = z.object({ covered_from: unsignedColumn, ranges: unsignedColumn });

/** Since when all transactions were seen, up to the slot; undefined if some may be missing there. */
export async function transactionsFrom(ask: AskAt): Promise<bigint | undefined> {
  const [covered] = await ask(COVERED_FROM, {}, coveredRow);
  return covered !== undefined && covered.ranges > 0n ? covered.covered_from : undefined;
}
