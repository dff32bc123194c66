import type { RewardEvent } from './reward-events.ts';
import { countingPayment, countingPrices, paidAmount } from './reward-payments.ts';
import type { RewardFacts } from './rewards.ts';

/**
 * The state of one record from its events, in any order; undefined before it has accrued. The store's SQL folds
 * them the same way.
 */
export function foldRewardEvents(events: Iterable<RewardEvent>): RewardFacts | undefined {
  const all = [...events];
  const accrued = all.find((event) => event.kind === 'accrued');
  if (!accrued) return undefined;
  const { recordId, program, wallet, at: createdAt } = accrued;
  const held = newest(all.filter(({ kind }) => kind === 'held'));
  const released = releaseOf(all, held);
  const facts = { accrued, prices: countingPrices(accrued, all), events: all };
  const paid = countingPayment(facts);
  return {
    ...{ recordId, program, wallet, createdAt },
    amount: paid ? paidAmount(paid, facts) : (facts.prices.at(-1)?.amount ?? accrued.amount),
    held: held !== undefined && released === undefined,
    releasedAt: released?.at,
    voided: all.some(({ kind }) => kind === 'voided'),
    paid: paid && { at: paid.at, txSignature: paid.txSignature },
  };
}

/**
 * The release that ended the newest hold; undefined without a hold. If a hold and a release have the same time,
 * the hold counts: in doubt, review.
 */
function releaseOf(events: readonly RewardEvent[], held: RewardEvent | undefined): RewardEvent | undefined {
  if (!held) return undefined;
  const [first] = events
    .filter(({ kind, at }) => kind === 'released' && at > held.at)
    .toSorted((a, b) => a.at - b.at);
  return first;
}

function newest(events: readonly RewardEvent[]): RewardEvent | undefined {
  return events.reduce<RewardEvent | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
}
