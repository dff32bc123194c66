import type { AuditDifference } from './difference.ts';
import type { LaunchCheck } from './invariants.ts';
import type { PaidFacts } from './paid-facts.ts';

/** The outcome of one audit. */
export interface AuditOutcome {
  /** The compared slot; for a failed audit, the newest slot that the index covered. */
  readonly slot: bigint;
  /** Undefined if the whole index was compared. */
  readonly launchId: bigint | undefined;
  readonly verdict: 'equal' | 'different' | 'failed';
  readonly accounts: number;
  /** 32 bytes each, zeros if nothing was compared. */
  readonly chainDigest: Buffer;
  readonly indexDigest: Buffer;
  readonly differences: readonly AuditDifference[];
  /** Addresses of repaired accounts, as latin1 strings. */
  readonly repaired: ReadonlySet<string>;
  readonly launches: readonly LaunchCheck[];
  /** The reward ledger's payments; undefined for one launch, and if nothing was compared. */
  readonly paidFacts: PaidFacts | undefined;
  /** How the program was read in slices; undefined if it was read at once. */
  readonly inSlices?: SlicedFacts | undefined;
  /** Why it failed, for display. */
  readonly reason: string | undefined;
  /** The newest revision included in the comparison. */
  readonly revision: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
}

export interface SlicedFacts {
  /** Requests for slices, over all attempts. */
  readonly requests: number;
  /** Accounts that changed under the reading: the index has both of their reads, and its bytes count in between. */
  readonly bracketed: number;
}

/** The most launches named in a record. */
const NAMED = 20;

/** The details of an outcome besides its columns, as JSON with amounts as decimal strings. */
export function outcomeDetail(outcome: AuditOutcome): string {
  const { reason, differences, repaired, launches, paidFacts, inSlices } = outcome;
  const broken = launches.filter((launch) => launch.broken.length > 0);
  const surpluses = launches.filter((launch) => launch.surplus > 0n);
  return JSON.stringify({
    reason: reason ?? null,
    repaired: repaired.size,
    unrepaired: differences.length - repaired.size,
    launches: launches.length,
    broken_invariants: broken.length,
    broken: broken.slice(0, NAMED).map((launch) => ({
      launch_id: launch.launchId.toString(),
      status: launch.status,
      invariants: launch.broken,
      sum_of_pledges: launch.sumOfPledges.toString(),
      total_pledged: launch.totalPledged.toString(),
      pledges: launch.pledges,
      pledger_count: launch.pledgerCount,
      escrow_balance: launch.escrowBalance.toString(),
      escrow_required: launch.escrowRequired.toString(),
    })),
    paid_facts: paidFacts && {
      checked: paidFacts.checked,
      facts: paidFacts.facts,
      unjudged: paidFacts.unjudged,
      differences: paidFacts.differences.length,
    },
    in_slices: inSlices,
    surpluses: surpluses.slice(0, NAMED).map(({ launchId, surplus }) => ({
      launch_id: launchId.toString(),
      surplus: surplus.toString(),
    })),
  });
}
