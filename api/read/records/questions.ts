import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { AccountVersion } from './account-at.ts';
import type { DifferenceState, DifferencesQuestion } from './audit-differences.ts';
import type { AuditPage, AuditsQuestion } from './audits.ts';
import type { CoveragePage, CoverageQuestion } from './coverage-page.ts';
import type { FlowPage, FlowsQuestion } from './flows.ts';
import type { CurveFacts, CurveQuestion } from './raise-curve.ts';

/**
 * What only ClickHouse knows, since it is no state but a record of how the state came about, up to one slot.
 * Undefined facts about a launch mean that no such LaunchConfig exists at that slot.
 */
export interface MirrorRecords {
  raiseCurve(question: CurveQuestion): Promise<CurveFacts | undefined>;
  flows(question: FlowsQuestion): Promise<FlowPage | undefined>;
  coverage(question: CoverageQuestion): Promise<CoveragePage>;
  audits(question: AuditsQuestion): Promise<AuditPage>;
  auditDifferences(question: DifferencesQuestion): Promise<readonly DifferenceState[]>;
  /** Decimals of mints; those that the index does not know at the slot are left out. */
  mintDecimals(mints: readonly Pubkey[]): Promise<ReadonlyMap<Pubkey, number>>;
  /** An account as the index keeps it; undefined for one that it never kept. */
  account(address: Pubkey): Promise<AccountVersion | undefined>;
}
