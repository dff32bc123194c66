import { z } from 'zod';
import { amount, count, launchId, pubkey, slot, timestamp, url } from './scalars.ts';

/** Names of LaunchConfig.status, in the order of their codes. */
export const LAUNCH_STATUSES = ['pending', 'active', 'succeeded', 'failed', 'finalized'] as const;
export const launchStatus = z.enum(LAUNCH_STATUSES);
export const phase = z.enum(['not_created', ...LAUNCH_STATUSES]).meta({
  description: '`not_created` where no launch exists, else the status name.',
});

const pledgeMintUnits = (description: string) =>
  amount.meta({ description: `${description} (pledge-mint base units).`, examples: ['1500000000'] });

export const explorerLinks = z.strictObject({
  launch_config: url,
  escrow_token_account: url,
  launch_vault: url,
  launch_mint: url,
  pledge_mint: url,
  authority: url,
  program: url,
});

export const launch = z.strictObject({
  launch_id: launchId,
  address: pubkey.meta({ description: 'The LaunchConfig account.' }),
  phase,
  status: launchStatus,
  status_code: z.int().min(0).max(4).meta({ description: 'LaunchConfig.status as it stands on chain.' }),
  authority: pubkey,
  launch_mint: pubkey,
  pledge_mint: pubkey,
  escrow_token_account: pubkey,
  launch_vault: pubkey,
  min_raise: pledgeMintUnits('Raise below which the launch fails'),
  max_raise: pledgeMintUnits('Most that may be pledged in all'),
  token_allocation: amount.meta({ description: 'Tokens for all pledgers (launch-mint base units).' }),
  total_pledged: pledgeMintUnits('Pledged so far'),
  pledger_count: count.meta({ description: 'Wallets that pledged.' }),
  start_ts: timestamp,
  end_ts: timestamp,
  release_start_ts: timestamp,
  release_cliff_seconds: count,
  release_duration_seconds: count,
  max_pledge_per_wallet: pledgeMintUnits('Most that one wallet may pledge; "0" means uncapped'),
  escrow_balance: amount.nullable().meta({
    description: 'Balance of the escrow token account; null when that account does not exist.',
  }),
  vault_balance: amount.nullable().meta({
    description: 'Balance of the launch vault; null when that account does not exist.',
  }),
  updated_slot: slot.meta({ description: 'Slot in which the LaunchConfig account last changed.' }),
  explorer: explorerLinks,
});

export type LaunchStatus = z.output<typeof launchStatus>;
export type Phase = z.output<typeof phase>;
export type ExplorerLinks = z.output<typeof explorerLinks>;
export type LaunchAnswer = z.output<typeof launch>;
