import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { State } from '../../state/state.ts';

/** The dependencies of settlement: the chain's transfers, the ledger, and the payout requests. */
export interface SettlementContext {
  /** Of the fact store. */
  readonly lane: OlapLane;
  readonly ledger: Pick<RewardLedger, 'append'>;
  readonly state: Pick<State, 'payouts' | 'unmatchedSettlements' | 'operatorActions'>;
  readonly clock: Clock;
  readonly logger: Logger;
}
