import { measured } from '../../../../api/actions/measures.ts';
import { runSettlement, SETTLEMENT_MEASURES } from '../../../../api/actions/settlement/settle.ts';
import { withSettlementLock } from '../../../../api/state/settlement-lock.ts';
import { createState } from '../../../../api/state/state.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { BothStores } from './settling-stores.ts';

const logger = createLogger('silent');

/** Looks at the whole treasury once, and settles what there is to settle. @returns whether it did all of that */
export async function settleOnce({ olap, oltp }: BothStores): Promise<boolean> {
  const ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false });
  const stats = measured(SETTLEMENT_MEASURES);
  const stop = new AbortController();
  const running = runSettlement({
    context: { lane: olap.scanner, ledger, state: createState(oltp), clock: systemClock, logger },
    stats,
    alone: (work) => withSettlementLock(oltp, work),
    everyMs: 50,
    signal: stop.signal,
  });
  await waitFor(() => stats.unmatchedTransfers !== undefined, { what: 'a whole look at the treasury' });
  stop.abort();
  await running;
  await ledger.close();
  return stats.failures === 0 && stats.unmatchedTransfers === 0;
}
