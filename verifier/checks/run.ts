import type { LaunchState } from '../chain/read-launch.ts';
import type { Check } from '../report/report.ts';
import { escrowBalance, refundedOnlyIfFailed } from './escrow.ts';
import { pledgeCount, pledgesWithinCap, sumOfPledges, totalWithinMaxRaise } from './pledges.ts';
import { releasedWithinUnlocked, vaultCoversUnreleased } from './release.ts';
import { allocationsWithinAllocation, settlementOutcome } from './settlement.ts';

/** The specification's checks of the chain against itself, in its order, then those that its rules imply. */
const CHAIN_CHECKS: readonly ((state: LaunchState) => Check)[] = [
  sumOfPledges,
  pledgeCount,
  totalWithinMaxRaise,
  pledgesWithinCap,
  escrowBalance,
  settlementOutcome,
  allocationsWithinAllocation,
  refundedOnlyIfFailed,
  releasedWithinUnlocked,
  vaultCoversUnreleased,
];

export function runChainChecks(state: LaunchState): readonly Check[] {
  return CHAIN_CHECKS.map((check) => check(state));
}
