import type { AccountFields } from './field.ts';

/** The fields of LaunchConfig (specification, Launch escrow accounts). */
export const LAUNCH_CONFIG_FIELDS = {
  launch_id: { unit: 'id', meaning: 'Id of the launch.' },
  status: { unit: 'status', meaning: 'LaunchConfig.status as the number on chain.' },
  authority: { unit: 'address', meaning: 'Wallet that may settle the launch.' },
  launch_mint: { unit: 'address', meaning: 'Mint of the token being launched.' },
  pledge_mint: { unit: 'address', meaning: 'Mint of the token being pledged.' },
  escrow_token_account: { unit: 'address', meaning: 'Token account that holds the pledges.' },
  min_raise: { unit: 'base_units', meaning: 'Raise below which the launch fails (pledge-mint base units).' },
  max_raise: { unit: 'base_units', meaning: 'Most that can be pledged in total (pledge-mint base units).' },
  token_allocation: {
    unit: 'base_units',
    meaning: 'Tokens allocated to all pledgers (launch-mint base units).',
  },
  total_pledged: { unit: 'base_units', meaning: 'Pledged so far (pledge-mint base units).' },
  pledger_count: { unit: 'count', meaning: 'Number of wallets that pledged.' },
  start_ts: { unit: 'unix_time', meaning: 'When pledging opens, in Unix seconds.' },
  end_ts: { unit: 'unix_time', meaning: 'When pledging closes, in Unix seconds.' },
  release_start_ts: { unit: 'unix_time', meaning: 'When the release schedule starts, in Unix seconds.' },
  release_cliff_seconds: {
    unit: 'seconds',
    meaning: 'Seconds after `release_start_ts` before which nothing unlocks.',
  },
  release_duration_seconds: {
    unit: 'seconds',
    meaning: 'Seconds over which the tokens unlock evenly; 0 unlocks all of them at the cliff.',
  },
  max_pledge_per_wallet: {
    unit: 'base_units',
    meaning: 'Most that one wallet can pledge (pledge-mint base units); "0" means uncapped.',
  },
} as const satisfies AccountFields;
