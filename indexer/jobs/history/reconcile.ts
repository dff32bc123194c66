import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { flagColumn, type OlapLane, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { newestVersions } from '../../../idl/newest-versions.ts';

const OF_LAUNCHES = 'launch_id IN {launches:Array(UInt64)}';
const FLOWS = newestVersions('escrow_flows', { where: OF_LAUNCHES });
const ESCROWS = newestVersions('token_account_versions', {
  where: `${OF_LAUNCHES} AND role = 'escrow'`,
  by: 'address',
});

const read = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .replace('{{flows}}', FLOWS)
    .replace('{{escrows}}', ESCROWS);
const PLEDGES = read('reconcile.sql');
const SURPLUS = read('surplus.sql');
const BALANCES = read('balances.sql');

/** A wallet whose movements and Pledge account disagree. */
export interface PledgeDifference {
  readonly launch: bigint;
  readonly wallet: string;
  readonly movedIn: bigint;
  readonly movedOut: bigint;
  readonly pledgeAmount: bigint;
  readonly pledgeRefunded: boolean;
  readonly pledgeClosed: boolean;
  /** The movements' net amount minus the Pledge's. */
  readonly difference: bigint;
}

/** Tokens that moved outside the program. */
export interface Surplus {
  readonly launch: bigint;
  /** Null if the transactions do not show it. */
  readonly wallet: string | null;
  readonly movedIn: bigint;
  readonly movedOut: bigint;
}

/** An escrow whose balance differs from the sum of its movements. */
export interface BalanceDifference {
  readonly launch: bigint;
  readonly flows: bigint;
  readonly balance: bigint;
}

export interface Reconciliation {
  readonly pledges: readonly PledgeDifference[];
  readonly balances: readonly BalanceDifference[];
  readonly surplus: readonly Surplus[];
}

const pledgeRow = z
  .object({
    launch: unsignedColumn,
    walletKey: z.string(),
    movedIn: unsignedColumn,
    movedOut: unsignedColumn,
    pledgeAmount: unsignedColumn,
    pledgeRefunded: flagColumn,
    pledgeClosed: flagColumn,
  })
  .transform(({ walletKey, ...row }): PledgeDifference => {
    const owed = row.pledgeRefunded ? 0n : row.pledgeAmount;
    return { ...row, wallet: walletKey, difference: row.movedIn - row.movedOut - owed };
  });
const surplusRow = z
  .object({
    launch: unsignedColumn,
    walletKey: z.string().nullable(),
    movedIn: unsignedColumn,
    movedOut: unsignedColumn,
  })
  .transform(({ walletKey, ...row }): Surplus => ({ ...row, wallet: walletKey }));
const balanceRow = z.object({ launch: unsignedColumn, flows: signedColumn, balance: signedColumn });

export interface ReconcileOptions {
  readonly lane: OlapLane;
  /** The movements are known from the start up to this slot. */
  readonly slot: bigint;
  readonly revision: bigint;
  readonly launches: readonly bigint[];
  readonly signal: AbortSignal;
}

/** Compares movements with Pledge accounts, wallet by wallet, and with the escrows' balances, at one slot. */
export async function reconcile(options: ReconcileOptions): Promise<Reconciliation> {
  const { lane, slot, revision, launches, signal } = options;
  if (launches.length === 0) return { pledges: [], balances: [], surplus: [] };
  const statement = (sql: string) => ({ sql, parameters: { slot, revision, launches }, signal });
  return {
    pledges: await lane.query(statement(PLEDGES), pledgeRow),
    balances: await lane.query(statement(BALANCES), balanceRow),
    surplus: await lane.query(statement(SURPLUS), surplusRow),
  };
}
