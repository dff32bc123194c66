import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { allocationAt } from '../../core/rules/allocation.ts';
import { settlementOutcome } from '../../core/rules/phase.ts';
import { type ReleaseSchedule, releaseWindow, unlockedBps } from '../../core/rules/release.ts';
import { pledgerEntitlement, roundingDust } from '../../core/rules/settlement.ts';
import { type SettlementAnswer, settlement } from '../../schemas/rest/settlement.ts';
import { type WalletAnswer, wallet as walletShape } from '../../schemas/rest/wallet.ts';
import type { LaunchFacts, LaunchState, PledgeState, PledgeTotals, Stamp } from '../read/model.ts';
import { pledgeAddressOf } from './addresses.ts';
import { writerOf } from './write.ts';

const writeSettlement = writerOf(settlement);
const writeWallet = writerOf(walletShape);

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
  const escrowEmptied = (escrowBalance ?? 0n) === 0n;
  // A failed launch allocates nothing and leaves no dust (settlement rule 2).
  const figures =
    outcome === 'failed'
      ? { allocatedTotal: 0n, dust: 0n, refunds: totals }
      : {
          allocatedTotal: totals.allocatedTotal,
          dust: roundingDust(launch.tokenAllocation, totals.allocatedTotal),
          release: releaseOf(launch, now),
        };
  return writeSettlement({ ...launch, outcome, escrowEmptied, ...figures });
}

export function scheduleOf(launch: LaunchState): ReleaseSchedule {
  return {
    startTs: launch.releaseStartTs,
    cliffSeconds: launch.releaseCliffSeconds,
    durationSeconds: launch.releaseDurationSeconds,
  };
}

function releaseOf(launch: LaunchState, now: bigint | undefined) {
  const schedule = scheduleOf(launch);
  return {
    ...releaseWindow(schedule),
    unlockedBps: now === undefined ? undefined : unlockedBps(schedule, now),
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
  return writeWallet({
    wallet,
    pledgeAddress: pledge?.address ?? pledgeAddressOf(stamp.identity.programId, launch.launchId, wallet),
    pledged: amount,
    pledgedTs: pledge?.pledgedTs,
    ...(outcome === 'succeeded' && { allocation: allocationOf(launch, pledge, stamp.now) }),
    ...(outcome === 'failed' && { refund: { amount, refunded: pledge?.refunded ?? false } }),
  });
}

function allocationOf(launch: LaunchState, pledge: PledgeState | undefined, now: bigint | undefined) {
  const { tokenAllocation, totalPledged } = launch;
  const { amount, tokensReleased } = pledge ?? { amount: 0n, tokensReleased: 0n };
  if (now === undefined) {
    const entitlement = pledgerEntitlement(amount, tokenAllocation, totalPledged);
    return { entitlement, released: tokensReleased, unlocked: null, claimable: null };
  }
  return allocationAt({
    pledge: { amount, tokensReleased },
    terms: { tokenAllocation, totalPledged },
    schedule: scheduleOf(launch),
    now,
  });
}
