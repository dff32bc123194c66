import { counted } from '../../../../core/kernel/counted.ts';
import type { LaunchAnswer } from '../../../../schemas/rest/launch.ts';
import type { SettlementAnswer } from '../../../../schemas/rest/settlement.ts';
import type { WalletAnswer } from '../../../../schemas/rest/wallet.ts';

/** Amounts are in base units: an answer does not contain a mint's decimals. */
export const PLEDGED = 'pledge-mint base units';
const TOKENS = 'launch-mint base units';

export function launchInWords(launch: LaunchAnswer): string {
  const { launch_id: id, status, total_pledged: total, min_raise: least, max_raise: most } = launch;
  const { pledger_count: count } = launch;
  const wallets = counted(count, 'wallet');
  return `Launch ${id} is ${status}: ${wallets} pledged ${total} ${PLEDGED} (minimum ${least}, maximum ${most}).`;
}

export function settlementInWords({ outcome, allocated_total, release, refunds }: SettlementAnswer): string {
  if (refunds) {
    const { refunded_total: refunded, refundable_total: owed } = refunds;
    return `It ${outcome}: ${refunded} of ${owed} ${PLEDGED} refunded.`;
  }
  const bps = release?.unlocked_bps ?? null;
  const unlocked = bps === null ? 'how much is unlocked is unknown' : `${bps / 100} % unlocked`;
  return `It ${outcome}: ${allocated_total} ${TOKENS} allocated, ${unlocked}.`;
}

export function walletInWords({ wallet, pledged, allocation, refund }: WalletAnswer): string {
  const part = `Wallet ${wallet} pledged ${pledged} ${PLEDGED}`;
  if (refund) return `${part}; ${refund.refunded ? 'it was refunded' : 'not refunded so far'}.`;
  if (!allocation) return `${part}.`;
  const { entitlement, released, claimable } = allocation;
  const open = claimable === null ? 'how much is claimable is unknown' : `${claimable} claimable`;
  return `${part}, which entitles it to ${entitlement} ${TOKENS}: ${released} released, ${open}.`;
}
