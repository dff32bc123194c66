import { createRewardLedger } from '../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../core/ledger/port.ts';
import { preMintNow } from '../../core/ledger/pre-mint.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type PaidFacts, paymentCheck } from '../../indexer/payment-check.ts';
import type { Session } from '../session.ts';

/** Opened on first use, because few commands write to the audit log. */
export type Decisions = () => Promise<Oltp>;

/** The dependencies of reward commands, in the process that holds the stores. */
export interface RewardParts {
  readonly session: Pick<Session, 'clock' | 'logger'>;
  readonly olap: Olap;
  readonly ledger: RewardLedger;
  readonly preMint: (signal?: AbortSignal) => Promise<boolean>;
  /** Compares the payments in the ledger with the treasury's transfers. */
  readonly payments: (signal: AbortSignal) => Promise<PaidFacts>;
  /** The audit log for operator actions; undefined if the process has no store of decisions. */
  readonly decisions: Decisions | undefined;
}

export function rewardParts(session: Session, olap: Olap, decisions: Decisions | undefined): RewardParts {
  const { clock, logger, shutdown, settings, rpcLimit } = session;
  const preMint = (signal?: AbortSignal) => preMintNow(olap.reader, settings.REWARD_MINT, signal);
  const ledger = createRewardLedger({ olap, clock, logger, preMint });
  shutdown.onClose('the reward ledger', () => ledger.close());
  const payments = paymentCheck({ settings, olap, clock, rpcLimit });
  return { session, olap, ledger, preMint, payments, decisions };
}
