import { launchDetailAnswer } from './answers.ts';
import { exampleOf } from './example.ts';

/** One consistent launch on a local chain, half way through its release; every figure follows from the others. */

const PROGRAM = 'BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr';
const WALLET = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const PLEDGE = '5A8THsYYd56b7LS8icv3VUtC4kBtCfV3R6bn5adAmAbs';
const ADDRESSES = {
  escrow_token_account: 'GSb6GhYmiJibTdxGkSyNLCjbyartu37wJKNk1B29BZJq',
  launch_vault: 'Ac3xKVdbcx1puGFGH3Wkxj2BSBggWmdFhgDgp7FEAWij',
  launch_mint: 'AYY6pcJMTRFC6XJzrSatgDW6w8WGroMdXo9RBxa4wqCQ',
  pledge_mint: '7SSUqj1CBfMAQcHVNXRQzQXzSTot1PfAnUwyrbGA4sGW',
  authority: '7iNhhMnfrgqETUd71FthF8zN5co3qKkhUpesC9zM1dgn',
};
const LAUNCH = '73uQM5V5V8j7gzc7rMbiUcMXxw8zzG6SbqqYcWqnyMB1';
const TERMS = {
  total_pledged: '3000000000',
  token_allocation: '1000000000000',
};

const links = Object.entries({ ...ADDRESSES, launch_config: LAUNCH, program: PROGRAM }).map(
  ([name, address]) => [
    name,
    `https://explorer.solana.com/address/${address}?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899`,
  ],
);

export const detailExample = exampleOf(launchDetailAnswer, {
  launch: {
    ...ADDRESSES,
    ...TERMS,
    address: LAUNCH,
    phase: 'succeeded',
    status: 'succeeded',
    min_raise: '2000000000',
    max_raise: '5000000000',
    start_ts: 1789900000,
    end_ts: 1789990000,
    release_start_ts: 1790000000,
    release_duration_seconds: 864000,
    max_pledge_per_wallet: '0',
    escrow_balance: '3000000000',
    vault_balance: '900000000000',
    updated_slot: 812,
    explorer: Object.fromEntries(links),
  },
  settlement: {
    ...TERMS,
    outcome: 'succeeded',
    allocated_total: '999999999999',
    dust: '1',
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
});

const { source, launch, wallet } = detailExample;
const pledge = {
  pledger: WALLET,
  pledge_address: PLEDGE,
  amount: '1000000000',
  tokens_released: '100000000000',
  pledged_ts: 1789950000,
  updated_slot: 1017,
};

export const statusExample = {
  source,
  phase: 'succeeded',
  launch,
  launch_gate: { open: true, pending: [], legs: [] },
};
export const listExample = { source, results: [launch] };
export const pledgesExample = { source, results: [pledge] };
export const positionsExample = { source, results: [{ launch, pledge, allocation: wallet?.allocation }] };
