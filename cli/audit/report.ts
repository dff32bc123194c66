import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { jsonInteger } from '../../core/kernel/u64.ts';
import type { AuditDifference } from '../../indexer/audit/difference.ts';
import type { LaunchCheck } from '../../indexer/audit/invariants.ts';
import type { AuditOutcome } from '../../indexer/audit/outcome.ts';
import type { PaidFacts } from '../../indexer/audit/paid-facts.ts';
import type { AuditStep } from '../../indexer/audit/request.ts';
import type { AuditReport, AuditStepLine } from '../../schemas/cli/audit-report.ts';

/** An audit outcome as it is printed and sent. @param program the followed program that was audited; none for the launches */
export function reportOf(outcome: AuditOutcome, program?: string): AuditReport {
  const { repaired, differences } = outcome;
  return {
    slot: jsonInteger('slot', outcome.slot),
    launch_id: outcome.launchId?.toString() ?? null,
    program: program ?? null,
    verdict: outcome.verdict,
    reason: outcome.reason ?? null,
    accounts: outcome.accounts,
    chain_digest: outcome.chainDigest.toString('hex'),
    index_digest: outcome.indexDigest.toString('hex'),
    differing_accounts: differences.length,
    repaired_accounts: repaired.size,
    differences: differences.map((difference) => differenceOf(difference, repaired)),
    invariants: program === undefined ? invariantsOf(outcome) : null,
    in_slices: outcome.inSlices ?? null,
    paid_facts: outcome.paidFacts ? paidFactsOf(outcome.paidFacts) : null,
    started_at: new Date(outcome.startedAt).toISOString(),
    finished_at: new Date(outcome.finishedAt).toISOString(),
  };
}

function invariantsOf({ launches }: AuditOutcome) {
  return {
    launches: launches.length,
    broken: launches.filter(({ broken }) => broken.length > 0).map(brokenOf),
    surpluses: launches
      .filter(({ surplus }) => surplus > 0n)
      .map(({ launchId, surplus }) => ({ launch_id: `${launchId}`, surplus: `${surplus}` })),
  };
}

export function stepLine({ step, slot, requests }: AuditStep): AuditStepLine {
  return { step, slot: slot === undefined ? null : jsonInteger('slot', slot), requests: requests ?? null };
}

/** The index is equal, every escrow invariant holds, and the treasury paid every payment of the reward ledger. */
export function isSound({ verdict, invariants, paid_facts }: AuditReport): boolean {
  const unpaid = paid_facts?.differences.length ?? 0;
  const broken = invariants?.broken.length ?? 0;
  return verdict === 'equal' && broken === 0 && unpaid === 0;
}

/** 1 if something is wrong, 2 if something could not be checked, 0 only if everything was checked and is right. */
export function exitCodeOf(report: AuditReport): 0 | 1 | 2 {
  if (report.verdict === 'failed') return 2;
  if (!isSound(report)) return 1;
  return (report.paid_facts?.unjudged ?? 0) > 0 ? 2 : 0;
}

function paidFactsOf({ checked, facts, unjudged, differences }: PaidFacts) {
  const differing = differences.map(({ recordId, txSignature }) => ({
    record_id: `${recordId}`,
    tx_signature: txSignature,
  }));
  return { checked, facts, judged: facts - unjudged, unjudged, differences: differing };
}

function differenceOf({ address, kind, launchId, fields }: AuditDifference, repaired: ReadonlySet<string>) {
  return {
    account: pubkeyFromBytes(address),
    kind,
    launch_id: launchId?.toString() ?? null,
    repaired: repaired.has(address.toString('latin1')),
    fields: fields.map(({ field, indexed = null, chain = null }) => ({ field, indexed, chain })),
  };
}

function brokenOf(check: LaunchCheck) {
  return {
    launch_id: `${check.launchId}`,
    status: check.status,
    invariants: [...check.broken],
    sum_of_pledges: `${check.sumOfPledges}`,
    total_pledged: `${check.totalPledged}`,
    pledges: check.pledges,
    pledger_count: check.pledgerCount,
    escrow_balance: `${check.escrowBalance}`,
    escrow_required: `${check.escrowRequired}`,
  };
}
