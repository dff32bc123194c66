import { z } from 'zod';
import { answerFields } from '../accounts/answer-fields.ts';
import { LAUNCH_CONFIG_FIELDS } from '../accounts/launch-config.ts';
import { LAUNCH_STATUSES, PHASES, PLEDGE_WINDOWS } from '../launch-statuses.ts';
import { mintFields } from './mints.ts';
import { amount, pubkey, slot, url } from './scalars.ts';

const launchStatus = z.enum(LAUNCH_STATUSES);
export const phase = z.enum(PHASES).meta({
  description: '`not_created` where no launch exists, else the status name.',
});

const pledgeWindow = z.enum(PLEDGE_WINDOWS);

const { launch_id, status, authority, launch_mint, pledge_mint, escrow_token_account, ...terms } =
  answerFields(LAUNCH_CONFIG_FIELDS);

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
  launch_id,
  address: pubkey.meta({ description: 'The LaunchConfig account.' }),
  phase,
  status: launchStatus,
  status_code: status,
  pledge_window: pledgeWindow.nullable().meta({
    description:
      'Whether pledges are taken at `source.slot_time`; null when no block time is known. `awaiting_finalization`: over, and still active.',
  }),
  authority,
  launch_mint,
  pledge_mint,
  ...mintFields,
  escrow_token_account,
  launch_vault: pubkey.meta({ description: 'Token account that holds the tokens for the pledgers.' }),
  ...terms,
  escrow_balance: amount.nullable().meta({
    description: 'Balance of the escrow token account; null if that account does not exist.',
  }),
  vault_balance: amount.nullable().meta({
    description: 'Balance of the launch vault; null if that account does not exist.',
  }),
  updated_slot: slot.meta({ description: 'Slot in which the LaunchConfig account last changed.' }),
  explorer: explorerLinks,
});

export type LaunchAnswer = z.output<typeof launch>;
