import { exampleFields } from '../accounts/answer-fields.ts';
import { LAUNCH_CONFIG_FIELDS } from '../accounts/launch-config.ts';
import { LISTED_PLEDGE_FIELDS } from '../accounts/pledge.ts';
import type {
  LaunchDetailAnswer,
  LaunchListAnswer,
  LaunchStatusAnswer,
  PledgeListAnswer,
} from './answers.ts';
import type { LaunchAnswer } from './launch.ts';
import type { SourceStamp } from './source.ts';

/** One consistent launch on a local chain, half way through its release; every figure follows from the others. */

const PROGRAM = 'BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr';
const LAUNCH = '73uQM5V5V8j7gzc7rMbiUcMXxw8zzG6SbqqYcWqnyMB1';
const ESCROW = 'GSb6GhYmiJibTdxGkSyNLCjbyartu37wJKNk1B29BZJq';
const VAULT = 'Ac3xKVdbcx1puGFGH3Wkxj2BSBggWmdFhgDgp7FEAWij';
const AUTHORITY = '7iNhhMnfrgqETUd71FthF8zN5co3qKkhUpesC9zM1dgn';
const LAUNCH_MINT = 'AYY6pcJMTRFC6XJzrSatgDW6w8WGroMdXo9RBxa4wqCQ';
const PLEDGE_MINT = '7SSUqj1CBfMAQcHVNXRQzQXzSTot1PfAnUwyrbGA4sGW';
const WALLET = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const PLEDGE = '5A8THsYYd56b7LS8icv3VUtC4kBtCfV3R6bn5adAmAbs';

const explorer = (address: string): string =>
  `https://explorer.solana.com/address/${address}?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899`;

const source: SourceStamp = {
  last_indexed_slot: 1042,
  commitment: 'confirmed',
  slot_time: '2026-09-26T14:13:20Z',
  chain_slot: 1043,
  lag_slots: 1,
  verified_slot: 1000,
  indexed_at: '2026-09-26T14:13:20.412Z',
  cluster: 'localnet',
  program_id: PROGRAM,
};

const launch: LaunchAnswer = {
  ...exampleFields(LAUNCH_CONFIG_FIELDS),
  launch_id: '7',
  address: LAUNCH,
  phase: 'succeeded',
  status: 'succeeded',
  status_code: 2,
  authority: AUTHORITY,
  launch_mint: LAUNCH_MINT,
  pledge_mint: PLEDGE_MINT,
  escrow_token_account: ESCROW,
  launch_vault: VAULT,
  min_raise: '2000000000',
  max_raise: '5000000000',
  token_allocation: '1000000000000',
  total_pledged: '3000000000',
  pledger_count: 3,
  start_ts: 1789900000,
  end_ts: 1789990000,
  release_start_ts: 1790000000,
  release_cliff_seconds: 86400,
  release_duration_seconds: 864000,
  max_pledge_per_wallet: '0',
  escrow_balance: '3000000000',
  vault_balance: '900000000000',
  updated_slot: 812,
  explorer: {
    launch_config: explorer(LAUNCH),
    escrow_token_account: explorer(ESCROW),
    launch_vault: explorer(VAULT),
    launch_mint: explorer(LAUNCH_MINT),
    pledge_mint: explorer(PLEDGE_MINT),
    authority: explorer(AUTHORITY),
    program: explorer(PROGRAM),
  },
};

export const statusExample: LaunchStatusAnswer = {
  source,
  phase: 'succeeded',
  launch,
  launch_gate: { open: true, pending: [], legs: [] },
};

export const listExample: LaunchListAnswer = { source, count: 1, next_cursor: null, results: [launch] };

export const detailExample: LaunchDetailAnswer = {
  source,
  launch,
  settlement: {
    outcome: 'succeeded',
    total_pledged: '3000000000',
    token_allocation: '1000000000000',
    allocated_total: '999999999999',
    dust: '1',
    escrow_emptied: false,
    release: { start_ts: 1790000000, cliff_ts: 1790086400, end_ts: 1790864000, unlocked_bps: 5000 },
  },
  wallet: {
    wallet: WALLET,
    pledge_address: PLEDGE,
    pledged: '1000000000',
    pledged_ts: 1789950000,
    allocation: {
      entitlement: '333333333333',
      unlocked: '166666666666',
      released: '100000000000',
      claimable: '66666666666',
    },
  },
};

export const pledgesExample: PledgeListAnswer = {
  source,
  launch_id: '7',
  next_cursor: null,
  results: [
    {
      ...exampleFields(LISTED_PLEDGE_FIELDS),
      pledger: WALLET,
      pledge_address: PLEDGE,
      amount: '1000000000',
      tokens_released: '100000000000',
      refunded: false,
      pledged_ts: 1789950000,
      updated_slot: 1017,
    },
  ],
};
