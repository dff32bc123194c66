import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { allocationAt } from '../../core/rules/allocation.ts';
import { settlementOutcome } from '../../core/rules/phase.ts';
import { type ReleaseSchedule, releaseWindow, unlockedBps } from '../../core/rules/release.ts';
import { pledgerEntitlement, roundingDust } from '../../core/rules/settlement.ts';
import type { RefundsAnswer, ReleaseAnswer, SettlementAnswer } from '../../schemas/rest/settlement.ts';
import type { AllocationAnswer, WalletAnswer } from '../../schemas/rest/wallet.ts';
import type { LaunchFacts, LaunchState, PledgeState, PledgeTotals, Stamp } from '../read/model.ts';
import { pledgeAddressOf } from './addresses.ts';
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

export interface WalletFacts {
  readonly wallet: Pubkey;
  readonly launch: LaunchState;
  readonly pledge: PledgeState | undefined;
}

/** The `wallet` of an answer: its pledge and, once settled, its allocation or refund. */
export function walletAnswer({ wallet, launch, pledge }: WalletFacts, stamp: Stamp): WalletAnswer {
  const amount = pledge?.amount ?? 0n;
  const outcome = settlementOutcome(launch.status);
  return {
    wallet,
    pledge_address: pledge?.address ?? pledgeAddressOf(stamp.identity.programId, launch.launchId, wallet),
    pledged: wireAmount(amount),
    pledged_ts: pledge === undefined ? null : wireInteger(pledge.pledgedTs),
    ...(outcome === 'succeeded' && { allocation: allocationAnswer(launch, pledge, stamp.now) }),
    ...(outcome === 'failed' && {
      refund: { amount: wireAmount(amount), refunded: pledge?.refunded ?? false },
    }),
  };
}

function allocationAnswer(
  launch: LaunchState,
  pledge: PledgeState | undefined,
  now: bigint | undefined,
): AllocationAnswer {
  const { tokenAllocation, totalPledged } = launch;
  const { amount, tokensReleased } = pledge ?? { amount: 0n, tokensReleased: 0n };
  if (now === undefined) {
    const entitlement = pledgerEntitlement(amount, tokenAllocation, totalPledged);
    const known = { entitlement: wireAmount(entitlement), released: wireAmount(tokensReleased) };
    return { ...known, unlocked: null, claimable: null };
  }
  const allocation = allocationAt({
    pledge: { amount, tokensReleased },
    terms: { tokenAllocation, totalPledged },
    schedule: scheduleOf(launch),
    now,
  });
  return {
    entitlement: wireAmount(allocation.entitlement),
    unlocked: wireAmount(allocation.unlocked),
    released: wireAmount(allocation.released),
    claimable: wireAmount(allocation.claimable),
  };
}
