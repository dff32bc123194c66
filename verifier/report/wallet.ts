import type { LaunchKey } from '../accounts/escrow-accounts.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import { pledgeAddress } from '../codec/address.ts';
import { type Pubkey, pubkeyBytes } from '../codec/base58.ts';
import { chainFailure } from '../failure.ts';
import { entitlement, unlocked } from '../rules/settlement.ts';

export interface Allocation {
  readonly entitlement: bigint;
  readonly unlocked: bigint;
  readonly released: bigint;
  readonly claimable: bigint;
}

/** One wallet's part in the launch; a wallet without a Pledge has pledged 0. */
export interface WalletReport {
  readonly wallet: Pubkey;
  readonly pledge_address: Pubkey;
  readonly pledged: bigint;
  /** Unix seconds, null without a Pledge. */
  readonly pledged_ts: bigint | null;
  /** Once the launch has succeeded, at the block time of the slot. */
  readonly allocation?: Allocation;
  /** Once the launch has failed; the amount stays the pledge after it was refunded. */
  readonly refund?: { readonly amount: bigint; readonly refunded: boolean };
}

export function walletReport(state: LaunchState, key: LaunchKey, wallet: Pubkey): WalletReport {
  const { config, pledges } = state;
  const pledge = pledges.find(({ pledger }) => pledger === wallet);
  const pledged = pledge?.amount ?? 0n;
  const base = {
    wallet,
    pledge_address: pledgeAddress(key.programId, key.launchId, pubkeyBytes(wallet) ?? new Uint8Array(32)),
    pledged,
    pledged_ts: pledge?.pledged_ts ?? null,
  };
  if (config.statusName === 'failed') {
    return { ...base, refund: { amount: pledged, refunded: pledge?.refunded ?? false } };
  }
  if (config.statusName !== 'succeeded' && config.statusName !== 'finalized') return base;
  return { ...base, allocation: allocationOf(state, pledged, pledge?.tokens_released ?? 0n) };
}

function allocationOf(
  { config, slot, blockTime }: LaunchState,
  pledged: bigint,
  released: bigint,
): Allocation {
  if (blockTime === undefined) {
    throw chainFailure(
      `the RPC node does not know the time of slot ${slot}, which the release schedule needs`,
    );
  }
  const total = entitlement(pledged, config.token_allocation, config.total_pledged);
  const free = unlocked(total, config, blockTime);
  const claimable = free > released ? free - released : 0n;
  return { entitlement: total, unlocked: free, released, claimable };
}
