import { isAllocated, type LaunchKey } from '../accounts/escrow-accounts.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import { pledgeAddress } from '../codec/address.ts';
import { type Pubkey, pubkeyBytes } from '../codec/base58.ts';
import { entitlement, unlocked } from '../rules/settlement.ts';

export interface Allocation {
  readonly entitlement: bigint;
  /** Undefined where the time is unknown. */
  readonly unlocked: bigint | undefined;
  readonly released: bigint;
  readonly claimable: bigint | undefined;
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
  /** Once the launch has failed; the amount stays the pledge after the refund. */
  readonly refund?: { readonly amount: bigint; readonly refunded: boolean };
}

/** @param now Unix seconds at which the release schedule is applied; undefined where the time is unknown. */
export function walletReport(
  { config, pledges }: LaunchState,
  key: LaunchKey,
  wallet: Pubkey,
  now: bigint | undefined,
): WalletReport {
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
  if (!isAllocated(config)) return base;
  const total = entitlement(pledged, config.token_allocation, config.total_pledged);
  const free = now === undefined ? undefined : unlocked(total, config, now);
  const released = pledge?.tokens_released ?? 0n;
  const claimable = free === undefined ? undefined : free > released ? free - released : 0n;
  return { ...base, allocation: { entitlement: total, unlocked: free, released, claimable } };
}
