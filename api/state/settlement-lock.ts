import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import { booleanColumn, first } from '../../core/oltp/statements.ts';

/** An arbitrary number, the same in every process. */
const LOCK = 7_011_202_609;
const TAKE = 'SELECT pg_try_advisory_xact_lock($1) AS taken';
const takenRow = z.object({ taken: booleanColumn });

/**
 * Runs `work` under a lock of all processes over the same store, unless another one is doing it; false if one is. With an
 * embedded store, this process serializes it. On a server the transaction only holds the lock.
 */
export async function withSettlementLock(oltp: Oltp, work: () => Promise<void>): Promise<boolean> {
  if (oltp.kind === 'embedded') {
    await work();
    return true;
  }
  return oltp.transaction(async (queries) => {
    if (!(await first(queries, TAKE, [LOCK], takenRow))?.taken) return false;
    await work();
    return true;
  });
}
