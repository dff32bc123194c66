import { PublicKey } from '@solana/web3.js';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { greatest } from '../bigints.ts';
import { seededAddress } from '../verifier/launch-bytes.ts';
import {
  type ChainLaunch,
  type ChainPledge,
  chainLaunches,
  chainPledges,
  chainTime,
} from './chain-launch.ts';

const NAMES = ['pending', 'active', 'succeeded', 'failed', 'finalized'];
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const amountOrNull = (amount: bigint | undefined): string | null => amount?.toString() ?? null;

/** What the mirror must answer about a chain, computed from its raw accounts and from nothing of the index. */
export class ExpectedAnswers {
  readonly #chain: Chain;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Newest first: by start, then by id. */
  launches(slot: bigint): ChainLaunch[] {
    const newer = (a: ChainLaunch, b: ChainLaunch): boolean =>
      a.startTs === b.startTs ? a.launchId > b.launchId : a.startTs > b.startTs;
    return chainLaunches(this.#chain, slot).sort((a, b) => (newer(a, b) ? -1 : 1));
  }

  /** The newest active launch, else the newest pending, else the newest settled one. */
  current(slot: bigint): ChainLaunch | undefined {
    const launches = this.launches(slot);
    const of = (...statuses: number[]) => launches.find(({ status }) => statuses.includes(status));
    return of(1) ?? of(0) ?? of(2, 3, 4);
  }

  launch(slot: bigint, launch: ChainLaunch) {
    const { status } = launch;
    return {
      launch_id: launch.launchId.toString(),
      address: launch.address,
      phase: NAMES[status],
      status: NAMES[status],
      status_code: status,
      pledge_window: windowAt(launch, chainTime(this.#chain, slot)),
      authority: launch.authority,
      launch_mint: launch.launchMint,
      pledge_mint: launch.pledgeMint,
      launch_mint_decimals: launch.launchDecimals ?? null,
      pledge_mint_decimals: launch.pledgeDecimals ?? null,
      escrow_token_account: launch.escrow,
      launch_vault: launch.vault,
      min_raise: launch.minRaise.toString(),
      max_raise: launch.maxRaise.toString(),
      token_allocation: launch.tokenAllocation.toString(),
      total_pledged: launch.totalPledged.toString(),
      pledger_count: launch.pledgerCount,
      start_ts: Number(launch.startTs),
      end_ts: Number(launch.endTs),
      release_start_ts: Number(launch.releaseStartTs),
      release_cliff_seconds: Number(launch.cliffSeconds),
      release_duration_seconds: Number(launch.durationSeconds),
      max_pledge_per_wallet: launch.maxPledgePerWallet.toString(),
      escrow_balance: amountOrNull(launch.escrowBalance),
      vault_balance: amountOrNull(launch.vaultBalance),
      updated_slot: Number(launch.changedIn),
    };
  }

  pledges(slot: bigint, launchId: bigint) {
    return chainPledges(this.#chain, slot, launchId).map((pledge) => ({
      pledger: pledge.pledger,
      pledge_address: pledge.address,
      amount: pledge.amount.toString(),
      tokens_released: pledge.released.toString(),
      refunded: pledge.refunded,
      pledged_ts: Number(pledge.pledgedTs),
      updated_slot: Number(pledge.changedIn),
    }));
  }

  settlement(slot: bigint, launch: ChainLaunch) {
    const { status, totalPledged, tokenAllocation } = launch;
    if (status < 2) return undefined;
    const pledges = chainPledges(this.#chain, slot, launch.launchId);
    const common = {
      outcome: status === 3 ? 'failed' : 'succeeded',
      total_pledged: totalPledged.toString(),
      token_allocation: tokenAllocation.toString(),
      escrow_emptied: (launch.escrowBalance ?? 0n) === 0n,
    };
    if (status === 3) return { ...common, allocated_total: '0', dust: '0', refunds: refundsOf(pledges) };
    const allocated = sum(pledges.map(({ amount }) => (amount * tokenAllocation) / totalPledged));
    const { start, cliff, end } = windowOf(launch);
    return {
      ...common,
      allocated_total: allocated.toString(),
      dust: (tokenAllocation - allocated).toString(),
      release: {
        start_ts: Number(start),
        cliff_ts: Number(cliff),
        end_ts: Number(end),
        unlocked_bps: Number(unlocked(10_000n, launch, chainTime(this.#chain, slot))),
      },
      vault: vaultOf(launch, pledges),
    };
  }

  wallet(slot: bigint, launch: ChainLaunch, wallet: string) {
    const key = new PublicKey(wallet);
    const pledge = chainPledges(this.#chain, slot, launch.launchId).find(({ pledger }) => pledger === wallet);
    const amount = pledge?.amount ?? 0n;
    return {
      wallet,
      pledge_address: seededAddress('pledge', launch.launchId, key.toBytes()).toBase58(),
      pledged: amount.toString(),
      pledged_ts: pledge ? Number(pledge.pledgedTs) : null,
      ...((launch.status === 2 || launch.status === 4) && {
        allocation: this.#allocation(slot, launch, pledge),
      }),
      ...(launch.status === 3 && {
        refund: { amount: amount.toString(), refunded: pledge?.refunded ?? false },
      }),
    };
  }

  time(slot: bigint): string {
    return new Date(Number(chainTime(this.#chain, slot)) * 1000).toISOString();
  }

  #allocation(slot: bigint, launch: ChainLaunch, pledge: ChainPledge | undefined) {
    const entitlement = ((pledge?.amount ?? 0n) * launch.tokenAllocation) / launch.totalPledged;
    const free = unlocked(entitlement, launch, chainTime(this.#chain, slot));
    const released = pledge?.released ?? 0n;
    return {
      entitlement: entitlement.toString(),
      unlocked: free.toString(),
      released: released.toString(),
      claimable: (free > released ? free - released : 0n).toString(),
    };
  }
}

function windowAt({ status, startTs, endTs }: ChainLaunch, now: bigint): string {
  if (status > 1) return 'closed';
  if (status === 0 || now < startTs) return 'not_open';
  return now < endTs ? 'open' : 'awaiting_finalization';
}

function vaultOf(launch: ChainLaunch, pledges: readonly ChainPledge[]) {
  const rests = pledges.map(
    ({ amount, released }) => (amount * launch.tokenAllocation) / launch.totalPledged - released,
  );
  const owed = sum(rests.filter((rest) => rest > 0n));
  return {
    released_total: sum(pledges.map(({ released }) => released)).toString(),
    owed_total: owed.toString(),
    covers_owed: (launch.vaultBalance ?? 0n) >= owed,
  };
}

function refundsOf(pledges: readonly ChainPledge[]) {
  const refunded = pledges.filter((pledge) => pledge.refunded);
  return {
    refundable_total: sum(pledges.map(({ amount }) => amount)).toString(),
    refunded_total: sum(refunded.map(({ amount }) => amount)).toString(),
    refunded_count: refunded.length,
  };
}

function windowOf({ releaseStartTs: start, cliffSeconds, durationSeconds }: ChainLaunch) {
  const cliff = start + cliffSeconds;
  const linear = start + durationSeconds;
  return { start, cliff, end: greatest([cliff, linear]) };
}

function unlocked(entitlement: bigint, launch: ChainLaunch, now: bigint): bigint {
  const { start, cliff } = windowOf(launch);
  if (now < cliff) return 0n;
  const elapsed = now - start;
  if (elapsed >= launch.durationSeconds) return entitlement;
  return (entitlement * elapsed) / launch.durationSeconds;
}
