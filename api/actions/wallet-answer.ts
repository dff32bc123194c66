import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { allocationAt } from '../../core/rules/allocation.ts';
import { settlementOutcome } from '../../core/rules/phase.ts';
import { pledgerEntitlement } from '../../core/rules/settlement.ts';
import type { AllocationAnswer, WalletAnswer } from '../../schemas/rest/wallet.ts';
import type { LaunchState, PledgeState, Stamp } from '../read/model.ts';
import { pledgeAddressOf } from './addresses.ts';
import { scheduleOf } from './settlement-answer.ts';
import { wireAmount, wireInteger } from './wire.ts';

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
