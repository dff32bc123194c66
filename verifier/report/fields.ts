import type { LaunchKey } from '../accounts/escrow-accounts.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { WalletReport } from './wallet.ts';

/** A launch as in the report and the mirror: amounts as decimal strings, times and counts as integers. */
export function launchFields(key: LaunchKey, { config, escrowBalance, vaultBalance }: LaunchState) {
  return {
    launch_id: config.launch_id.toString(),
    address: key.addresses.launchConfig,
    status: config.statusName,
    status_code: config.status,
    authority: config.authority,
    launch_mint: config.launch_mint,
    pledge_mint: config.pledge_mint,
    escrow_token_account: config.escrow_token_account,
    launch_vault: key.addresses.launchVault,
    min_raise: config.min_raise.toString(),
    max_raise: config.max_raise.toString(),
    token_allocation: config.token_allocation.toString(),
    total_pledged: config.total_pledged.toString(),
    pledger_count: config.pledger_count,
    start_ts: config.start_ts,
    end_ts: config.end_ts,
    release_start_ts: config.release_start_ts,
    release_cliff_seconds: config.release_cliff_seconds,
    release_duration_seconds: config.release_duration_seconds,
    max_pledge_per_wallet: config.max_pledge_per_wallet.toString(),
    escrow_balance: escrowBalance?.toString() ?? null,
    vault_balance: vaultBalance?.toString() ?? null,
  };
}

/** `unlocked` and `claimable` are null if the time is unknown. */
export function walletFields({ allocation, refund, ...wallet }: WalletReport) {
  return {
    ...wallet,
    pledged: wallet.pledged.toString(),
    ...(allocation && {
      allocation: {
        entitlement: allocation.entitlement.toString(),
        unlocked: allocation.unlocked?.toString() ?? null,
        released: allocation.released.toString(),
        claimable: allocation.claimable?.toString() ?? null,
      },
    }),
    ...(refund && { refund: { amount: refund.amount.toString(), refunded: refund.refunded } }),
  };
}

/** Base units as tokens of the mint, exact; base units if the decimals are unknown. */
export function formatAmount(amount: bigint, decimals: number | undefined): string {
  if (decimals === undefined) return `${grouped(amount.toString())} base units`;
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - decimals));
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Unix seconds in UTC; seconds outside a Date's range stay a number. */
export function formatTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `Unix second ${seconds}`;
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}
