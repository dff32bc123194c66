import { settlementOutcome } from '../../core/rules/phase.ts';
import { type ReleaseSchedule, releaseWindow, unlockedBps } from '../../core/rules/release.ts';
import { roundingDust } from '../../core/rules/settlement.ts';
import type { RefundsAnswer, ReleaseAnswer, SettlementAnswer } from '../../schemas/rest/settlement.ts';
import type { LaunchFacts, LaunchState, PledgeTotals } from '../read/model.ts';
import { wireAmount, wireInteger } from './wire.ts';

export interface SettlementFacts extends LaunchFacts {
  readonly totals: PledgeTotals;
}

/** The `settlement` of a settled launch at `now`; undefined before it is settled. */
export function settlementAnswer(
  { launch, escrowBalance, totals }: SettlementFacts,
  now: bigint | undefined,
): SettlementAnswer | undefined {
  const outcome = settlementOutcome(launch.status);
  if (outcome === undefined) return undefined;
  const common = {
    outcome,
    total_pledged: wireAmount(launch.totalPledged),
    token_allocation: wireAmount(launch.tokenAllocation),
    escrow_emptied: (escrowBalance ?? 0n) === 0n,
  };
  // A failed launch allocates nothing and leaves no dust (settlement rule 2).
  if (outcome === 'failed') {
    return { ...common, allocated_total: '0', dust: '0', refunds: refundsAnswer(totals) };
  }
  const dust = roundingDust(launch.tokenAllocation, totals.allocatedTotal);
  return {
    ...common,
    allocated_total: wireAmount(totals.allocatedTotal),
    dust: wireAmount(dust),
    release: releaseAnswer(launch, now),
  };
}

export function scheduleOf(launch: LaunchState): ReleaseSchedule {
  return {
    startTs: launch.releaseStartTs,
    cliffSeconds: launch.releaseCliffSeconds,
    durationSeconds: launch.releaseDurationSeconds,
  };
}

function releaseAnswer(launch: LaunchState, now: bigint | undefined): ReleaseAnswer {
  const schedule = scheduleOf(launch);
  const { startTs, cliffTs, endTs } = releaseWindow(schedule);
  return {
    start_ts: wireInteger(startTs),
    cliff_ts: wireInteger(cliffTs),
    end_ts: wireInteger(endTs),
    unlocked_bps: now === undefined ? null : unlockedBps(schedule, now),
  };
}

function refundsAnswer(totals: PledgeTotals): RefundsAnswer {
  return {
    refundable_total: wireAmount(totals.refundableTotal),
    refunded_total: wireAmount(totals.refundedTotal),
    refunded_count: totals.refundedCount,
  };
}
