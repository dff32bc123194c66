import { isAllocated, type LaunchConfig, type LaunchKey, type Pledge } from '../accounts/escrow-accounts.ts';
import { slotNumber } from '../chain/http.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { Cluster } from '../cli/clusters.ts';
import { launchFields } from '../report/fields.ts';
import { entitlement, stillOwed, unlocked } from '../rules/settlement.ts';
import type { Expected, Rule } from './figures.ts';

export interface MirrorSubject {
  readonly cluster: Cluster;
  readonly key: LaunchKey;
}

/** The mirror's parts of a launch, computed from the chain. */
export function expectedLaunch({ cluster, key }: MirrorSubject, state: LaunchState, now: bigint | undefined) {
  const {
    launch_id: _,
    total_pledged,
    pledger_count,
    status,
    status_code,
    ...fields
  } = launchFields(key, state);
  const { address, authority, launch_mint, pledge_mint, escrow_token_account, launch_vault, ...rest } =
    fields;
  const { escrow_balance, vault_balance, ...terms } = rest;
  const accounts = { authority, launch_mint, pledge_mint, escrow_token_account, launch_vault };
  const links = { ...accounts, launch_config: address, program: key.programId };
  return {
    source: { cluster, program_id: key.programId, slot_time: slotTime(state) },
    total_pledged,
    pledger_count,
    status,
    status_code,
    accounts: {
      address,
      ...accounts,
      explorer: Object.fromEntries(Object.entries(links).map(([name, account]) => [name, linkTo(account)])),
    },
    terms: {
      phase: status,
      ...terms,
      pledge_window: pledgeWindow(state.config, now),
      launch_mint_decimals: state.launchMintDecimals ?? null,
      pledge_mint_decimals: state.pledgeMintDecimals ?? null,
    },
    balances: { escrow_balance, vault_balance, updated_slot: notAfter(state.slot) },
  } satisfies Record<string, Expected>;
}

/** The settlement at `now`, Unix seconds; undefined before there is one. */
export function expectedSettlement(state: LaunchState, now: bigint | undefined): Expected {
  const { config, escrowBalance } = state;
  const { total_pledged: total, token_allocation: allocation } = config;
  const common = {
    total_pledged: total.toString(),
    token_allocation: allocation.toString(),
    escrow_emptied: (escrowBalance ?? 0n) === 0n,
  };
  if (config.statusName === 'failed') {
    const refunds = refundsOf(state.pledges);
    return {
      outcome: 'failed',
      ...common,
      allocated_total: '0',
      dust: '0',
      release: undefined,
      vault: undefined,
      refunds,
    };
  }
  if (!isAllocated(config)) return undefined;
  const allocated = state.pledges.reduce(
    (sum, { amount }) => sum + entitlement(amount, allocation, total),
    0n,
  );
  return {
    outcome: 'succeeded',
    ...common,
    allocated_total: allocated.toString(),
    dust: (allocation - allocated).toString(),
    release: releaseOf(state, now),
    vault: vaultOf(state),
    refunds: undefined,
  };
}

export function expectedPledge(pledge: Pledge, slot: number): Expected {
  return {
    pledger: pledge.pledger,
    amount: pledge.amount.toString(),
    tokens_released: pledge.tokens_released.toString(),
    refunded: pledge.refunded,
    pledged_ts: pledge.pledged_ts,
    updated_slot: notAfter(slot),
  };
}

/** `open` from start_ts to before end_ts while active; null if that depends on an unknown time. */
function pledgeWindow({ statusName, start_ts, end_ts }: LaunchConfig, now: bigint | undefined): Expected {
  if (statusName === 'pending') return 'not_open';
  if (statusName !== 'active') return 'closed';
  if (now === undefined) return null;
  if (now < start_ts) return 'not_open';
  return now < end_ts ? 'open' : 'awaiting_finalization';
}

function vaultOf({ config, pledges, vaultBalance }: LaunchState): Expected {
  const released = pledges.reduce((sum, { tokens_released }) => sum + tokens_released, 0n);
  const owed = stillOwed(config, pledges);
  return {
    released_total: released.toString(),
    owed_total: owed.toString(),
    covers_owed: (vaultBalance ?? 0n) >= owed,
  };
}

function releaseOf({ config }: LaunchState, now: bigint | undefined): Expected {
  const start = config.release_start_ts;
  const cliff = start + BigInt(config.release_cliff_seconds);
  const linearEnd = start + BigInt(config.release_duration_seconds);
  return {
    start_ts: start,
    cliff_ts: cliff,
    end_ts: linearEnd > cliff ? linearEnd : cliff,
    unlocked_bps: now === undefined ? null : unlocked(10_000n, config, now),
  };
}

function refundsOf(pledges: readonly Pledge[]): Expected {
  const sum = (rows: readonly Pledge[]) => rows.reduce((total, { amount }) => total + amount, 0n).toString();
  const refunded = pledges.filter((pledge) => pledge.refunded);
  return {
    refundable_total: sum(pledges),
    refunded_total: sum(refunded),
    refunded_count: refunded.length,
  };
}

/** Null is not a claim, and a node may not know the time either. */
function slotTime({ blockTime }: LaunchState): Rule {
  const rule = blockTime === undefined ? 'any time (unknown to the node)' : rfc3339(blockTime);
  return { rule, holds: (served) => served === null || blockTime === undefined || served === rule };
}

function rfc3339(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? 'no time of the calendar' : date.toISOString().replace('.000Z', 'Z');
}

/** Accounts do not show when they last changed, but it was not after the slot at which they were read. */
function notAfter(slot: number): Rule {
  return {
    rule: `a slot up to ${slot}`,
    holds: (served) => {
      const claimed = slotNumber(served);
      return claimed !== undefined && claimed <= slot;
    },
  };
}

function linkTo(account: string): Rule {
  return {
    rule: `a link to ${account}`,
    holds: (served) =>
      typeof served === 'string' && URL.canParse(served) && new URL(served).pathname.endsWith(`/${account}`),
  };
}

/** The links of a wallet's Pledge. */
export function walletLinks({ pledge_address, wallet }: WalletAccounts): Expected {
  return { pledge: linkTo(pledge_address), pledger: linkTo(wallet) };
}

interface WalletAccounts {
  readonly pledge_address: string;
  readonly wallet: string;
}
