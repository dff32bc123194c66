import { pledgerEntitlement, type SettlementTerms, stillOwed } from '../../../core/rules/settlement.ts';
import type { LaunchState, PledgeTotals } from '../model.ts';
import type { PledgeChange } from './pledge-table.ts';
import type { Pledges, PledgeWeight } from './pledges.ts';

/**
 * The sums over a launch's pledges, updated pledge by pledge. They are computed from scratch on first use and after a
 * change of the terms, which a settled launch does not have.
 */
export class RunningTotals {
  #terms: SettlementTerms | undefined;
  #allocated = 0n;
  #refundable = 0n;
  #refunded = 0n;
  #refundedCount = 0;
  #released = 0n;
  #owed = 0n;

  of(launch: LaunchState, pledges: Pledges): PledgeTotals {
    if (!sameTerms(this.#terms, launch)) this.#recount(launch, pledges);
    return {
      allocatedTotal: this.#allocated,
      refundableTotal: this.#refundable,
      refundedTotal: this.#refunded,
      refundedCount: this.#refundedCount,
      releasedTotal: this.#released,
      owedTotal: this.#owed,
    };
  }

  /** Applies one change of the pledge table; does nothing before the first count. */
  follow({ before, after }: PledgeChange): void {
    if (this.#terms === undefined) return;
    if (before !== undefined) this.#count(before, this.#terms, -1n);
    if (after !== undefined) this.#count(after, this.#terms, 1n);
  }

  /** The sums after some changes of another table. */
  after(changes: Iterable<PledgeChange>): RunningTotals {
    const totals = new RunningTotals();
    totals.#terms = this.#terms;
    totals.#allocated = this.#allocated;
    totals.#refundable = this.#refundable;
    totals.#refunded = this.#refunded;
    totals.#refundedCount = this.#refundedCount;
    totals.#released = this.#released;
    totals.#owed = this.#owed;
    for (const change of changes) totals.follow(change);
    return totals;
  }

  #recount({ tokenAllocation, totalPledged }: LaunchState, pledges: Pledges): void {
    const terms = { tokenAllocation, totalPledged };
    this.#terms = terms;
    this.#allocated = this.#refundable = this.#refunded = this.#released = this.#owed = 0n;
    this.#refundedCount = 0;
    for (const weight of pledges.weights()) this.#count(weight, terms, 1n);
  }

  #count({ amount, tokensReleased, refunded }: PledgeWeight, terms: SettlementTerms, sign: bigint): void {
    const entitlement = pledgerEntitlement(amount, terms.tokenAllocation, terms.totalPledged);
    this.#allocated += sign * entitlement;
    this.#owed += sign * stillOwed(entitlement, tokensReleased);
    this.#refundable += sign * amount;
    this.#released += sign * tokensReleased;
    if (!refunded) return;
    this.#refunded += sign * amount;
    this.#refundedCount += Number(sign);
  }
}

function sameTerms(terms: SettlementTerms | undefined, launch: LaunchState): boolean {
  return (
    terms !== undefined &&
    terms.tokenAllocation === launch.tokenAllocation &&
    terms.totalPledged === launch.totalPledged
  );
}
