import { createRewardLedger } from '../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../core/ledger/port.ts';
import { preMintNow } from '../../core/ledger/pre-mint.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type PaidFacts, paymentCheck } from '../../indexer/payment-check.ts';
import { carryOut, type Order } from '../operator/order.ts';
import type { JsonValue } from '../operator/protocol.ts';
import type { Session } from '../session.ts';
import { openDecisions, openFacts } from '../stores.ts';

/** The dependencies of reward commands, in the process that holds the stores. */
export interface RewardParts {
  readonly session: Pick<Session, 'clock' | 'logger'>;
  readonly olap: Olap;
  readonly ledger: RewardLedger;
  readonly preMint: (signal?: AbortSignal) => Promise<boolean>;
  /** Compares the payments in the ledger with the treasury's transfers. */
  readonly payments: (signal: AbortSignal) => Promise<PaidFacts>;
  /**
   * Has the audit log of operator actions. Opened on first use, because few orders write to it; undefined if the process
   * keeps no decisions.
   */
  readonly decisions: (() => Promise<Oltp>) | undefined;
}

export function rewardParts(session: Session, olap: Olap, decisions: RewardParts['decisions']): RewardParts {
  const { clock, logger, shutdown, settings, rpcLimit } = session;
  const preMint = (signal?: AbortSignal) => preMintNow(olap.reader, settings.REWARD_MINT, signal);
  const ledger = createRewardLedger({ olap, clock, logger, preMint });
  shutdown.onClose('the reward ledger', () => ledger.close());
  const payments = paymentCheck({ settings, olap, clock, rpcLimit });
  return { session, olap, ledger, preMint, payments, decisions };
}

/** Carries out an order on the reward ledger and yields its lines. @throws the errors of the order */
export function onLedger<Given extends JsonValue, Input, Line extends JsonValue>(
  session: Session,
  order: Order<RewardParts, Given, Input, Line>,
  given: Given,
): AsyncGenerator<Line> {
  return carryOut(session, order, given, {
    embedded: session.settings.CLICKHOUSE_URL === undefined,
    open: async () => rewardParts(session, await openFacts(session), () => openDecisions(session)),
  });
}
