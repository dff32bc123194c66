import type { HttpQuestion, HttpReply } from '../scripted-http.ts';
import { ALICE, PLEDGES } from './fake-launch.ts';
import { LAUNCH_MINT, PLEDGE_MINT, PROGRAM, seededAddress, testKey } from './launch-bytes.ts';

/** What an honest mirror serves of the fake launch 7 at one slot, free to be changed into a lie. */
export interface MirrorBody {
  source: Record<string, unknown>;
  launch: Record<string, unknown>;
  settlement?: Record<string, unknown>;
  wallet?: Record<string, unknown>;
  /** Not of the detail: the rows of its pledges. */
  pledges: Record<string, unknown>[];
}

const link = (address: unknown) => `https://explorer.solana.com/address/${address}?cluster=custom`;

function launchBody(): Record<string, unknown> {
  const accounts = {
    authority: testKey('authority').toBase58(),
    launch_mint: LAUNCH_MINT.toBase58(),
    pledge_mint: PLEDGE_MINT.toBase58(),
    escrow_token_account: seededAddress('escrow_ta', 7n).toBase58(),
    launch_vault: seededAddress('launch_vault', 7n).toBase58(),
  };
  const address = seededAddress('launch', 7n).toBase58();
  const linked = { ...accounts, launch_config: address, program: PROGRAM.toBase58() };
  return {
    launch_id: '7',
    address,
    ...accounts,
    phase: 'active',
    status: 'active',
    status_code: 1,
    pledge_window: 'open',
    launch_mint_decimals: 9,
    pledge_mint_decimals: 6,
    min_raise: '500',
    max_raise: '1000',
    token_allocation: '1000000',
    total_pledged: '600',
    pledger_count: 3,
    start_ts: 1_790_000_000,
    end_ts: 1_790_010_000,
    release_start_ts: 1_790_020_000,
    release_cliff_seconds: 100,
    release_duration_seconds: 1_000,
    max_pledge_per_wallet: '300',
    escrow_balance: '600',
    vault_balance: '1000000',
    updated_slot: 990,
    explorer: Object.fromEntries(Object.entries(linked).map(([name, key]) => [name, link(key)])),
  };
}

const pledgeRows = (): Record<string, unknown>[] =>
  PLEDGES.map(({ pledger, amount }) => ({
    pledger: pledger.toBase58(),
    pledge_address: seededAddress('pledge', 7n, pledger.toBytes()).toBase58(),
    amount: `${amount}`,
    tokens_released: '0',
    refunded: false,
    pledged_ts: 1_790_000_100,
    updated_slot: 980,
  }));

/** The fake launch while it is active, at slot 1000. */
export function activeBody(): MirrorBody {
  return {
    source: {
      last_indexed_slot: 1_000,
      cluster: 'localnet',
      program_id: PROGRAM.toBase58(),
      slot_time: '2026-09-21T15:36:40Z',
    },
    launch: launchBody(),
    pledges: pledgeRows(),
  };
}

/** The fake launch after it succeeded, half unlocked, with Alice's part in it. */
export function succeededBody(): MirrorBody {
  const { source, launch, pledges } = activeBody();
  return {
    source: { ...source, slot_time: '2026-09-21T19:55:00Z' },
    launch: { ...launch, phase: 'succeeded', status: 'succeeded', status_code: 2, pledge_window: 'closed' },
    settlement: {
      outcome: 'succeeded',
      total_pledged: '600',
      token_allocation: '1000000',
      allocated_total: '999999',
      dust: '1',
      escrow_emptied: false,
      release: {
        start_ts: 1_790_020_000,
        cliff_ts: 1_790_020_100,
        end_ts: 1_790_021_000,
        unlocked_bps: 5_000,
      },
      vault: { released_total: '0', owed_total: '999999', covers_owed: true },
    },
    wallet: {
      wallet: ALICE.toBase58(),
      pledge_address: seededAddress('pledge', 7n, ALICE.toBytes()).toBase58(),
      pledged: '100',
      pledged_ts: 1_790_000_100,
      explorer: {
        pledge: link(seededAddress('pledge', 7n, ALICE.toBytes()).toBase58()),
        pledger: link(ALICE.toBase58()),
      },
      allocation: { entitlement: '166666', unlocked: '83333', released: '0', claimable: '83333' },
    },
    pledges,
  };
}

/** Serves the body: its pledges as NDJSON, the rest as the detail of the launch. */
export function mirrorReply({ pledges, ...detail }: MirrorBody, { path }: HttpQuestion): HttpReply {
  if (!path.includes('pledges.ndjson')) return { status: 200, body: JSON.stringify(detail) };
  return { status: 200, body: pledges.map((row) => `${JSON.stringify(row)}\n`).join('') };
}
