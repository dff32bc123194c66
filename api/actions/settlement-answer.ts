import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { allocationAt } from '../../core/rules/allocation.ts';
import { settlementOutcome } from '../../core/rules/phase.ts';
import { type ReleaseSchedule, releaseWindow, unlockedBps } from '../../core/rules/release.ts';
import { pledgerEntitlement, roundingDust } from '../../core/rules/settlement.ts';
import { type SettlementAnswer, settlement } from '../../schemas/rest/settlement.ts';
import { type WalletAnswer, wallet as walletShape } from '../../schemas/rest/wallet.ts';
import type { LaunchState, PledgeState, PledgeTotals, SettledFacts, Stamp } from '../read/model.ts';
import { pledgeAddressOf, pledgeLinks } from './addresses.ts';
import type { Labels } from './context.ts';
import { writerOf } from './write.ts';

const writeSettlement = writerOf(settlement);
const writeWallet = writerOf(walletShape);

/** The `settlement` of a settled launch at `now`; undefined before it is settled. */
export function settlementAnswer(
  { launch, escrowBalance, vaultBalance, totals }: SettledFacts,
  now: bigint | undefined,
): SettlementAnswer | undefined {
  const outcome = settlementOutcome(launch.status);
  if (outcome === undefined || totals === undefined) return undefined;
  const escrowEmptied = (escrowBalance ?? 0n) === 0n;
  // A failed launch allocates nothing and leaves no dust (settlement rule 2).
  const figures =
    outcome === 'failed'
      ? { allocatedTotal: 0n, dust: 0n, refunds: totals }
      : {
          allocatedTotal: totals.allocatedTotal,
          dust: roundingDust(launch.tokenAllocation, totals.allocatedTotal),
          release: releaseOf(launch, now),
          vault: vaultOf(totals, vaultBalance),
        };
  return writeSettlement({ ...launch, outcome, escrowEmptied, ...figures });
}

function vaultOf({ releasedTotal, owedTotal }: PledgeTotals, balance: bigint | undefined) {
  return { releasedTotal, owedTotal, coversOwed: (balance ?? 0n) >= owedTotal };
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
export function walletAnswer(
  { wallet, launch, pledge }: WalletFacts,
  stamp: Stamp,
  { link }: Pick<Labels, 'link'>,
): WalletAnswer {
  const amount = pledge?.amount ?? 0n;
  const outcome = settlementOutcome(launch.status);
  const { programId } = stamp.identity;
  const pledgeAddress = pledge?.address ?? pledgeAddressOf(programId, launch.launchId, wallet);
  return writeWallet({
    wallet,
    pledgeAddress,
    pledged: amount,
    pledgedTs: pledge?.pledgedTs,
    explorer: pledgeLinks(pledgeAddress, wallet, link),
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
