import { isAllocated, type LaunchKey, type Pledge } from '../accounts/escrow-accounts.ts';
import { slotNumber } from '../chain/http.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { Cluster } from '../cli/clusters.ts';
import { launchFields } from '../report/fields.ts';
import { entitlement, unlocked } from '../rules/settlement.ts';
import type { Expected, Rule } from './figures.ts';

export interface MirrorSubject {
  readonly cluster: Cluster;
  readonly key: LaunchKey;
}

/** The mirror's parts of a launch, computed from the chain. */
export function expectedLaunch({ cluster, key }: MirrorSubject, state: LaunchState) {
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
    terms: { phase: status, ...terms },
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
    return { outcome: 'failed', ...common, allocated_total: '0', dust: '0', release: undefined, refunds };
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
