import { z } from 'zod';
import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { pubkeyText } from '../../core/kernel/pubkey-text.ts';
import { flagColumn, hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../core/olap/columns.ts';
import { launchStatus } from '../../core/rules/phase.ts';
import type { LaunchState, PledgeState } from './model.ts';

/** One version of a LaunchConfig account. */
export interface LaunchVersion {
  readonly state: LaunchState;
  readonly closed: boolean;
}

/** The columns that `history/` and `latest/` select from `launch_versions`. */
export const launchRow = z
  .object({
    launch_id: unsignedColumn,
    address_key: pubkeyText,
    status: smallColumn,
    authority_key: pubkeyText,
    launch_mint_key: pubkeyText,
    pledge_mint_key: pubkeyText,
    escrow_key: pubkeyText,
    min_raise: unsignedColumn,
    max_raise: unsignedColumn,
    token_allocation: unsignedColumn,
    total_pledged: unsignedColumn,
    pledger_count: smallColumn,
    start_ts: signedColumn,
    end_ts: signedColumn,
    release_start_ts: signedColumn,
    release_cliff_seconds: smallColumn,
    release_duration_seconds: smallColumn,
    max_pledge_per_wallet: unsignedColumn,
    updated_slot: unsignedColumn,
    closed: flagColumn,
  })
  .transform((row): LaunchVersion => ({ state: launchState(row), closed: row.closed }));

interface LaunchColumns {
  readonly launch_id: bigint;
  readonly address_key: LaunchState['address'];
  readonly status: number;
  readonly authority_key: LaunchState['authority'];
  readonly launch_mint_key: LaunchState['launchMint'];
  readonly pledge_mint_key: LaunchState['pledgeMint'];
  readonly escrow_key: LaunchState['escrowTokenAccount'];
  readonly min_raise: bigint;
  readonly max_raise: bigint;
  readonly token_allocation: bigint;
  readonly total_pledged: bigint;
  readonly pledger_count: number;
  readonly start_ts: bigint;
  readonly end_ts: bigint;
  readonly release_start_ts: bigint;
  readonly release_cliff_seconds: number;
  readonly release_duration_seconds: number;
  readonly max_pledge_per_wallet: bigint;
  readonly updated_slot: bigint;
}

function launchState(row: LaunchColumns): LaunchState {
  return {
    launchId: row.launch_id,
    address: row.address_key,
    status: launchStatus(row.status),
    authority: row.authority_key,
    launchMint: row.launch_mint_key,
    pledgeMint: row.pledge_mint_key,
    escrowTokenAccount: row.escrow_key,
    minRaise: row.min_raise,
    maxRaise: row.max_raise,
    tokenAllocation: row.token_allocation,
    totalPledged: row.total_pledged,
    pledgerCount: row.pledger_count,
    startTs: row.start_ts,
    endTs: row.end_ts,
    releaseStartTs: row.release_start_ts,
    releaseCliffSeconds: row.release_cliff_seconds,
    releaseDurationSeconds: row.release_duration_seconds,
    maxPledgePerWallet: row.max_pledge_per_wallet,
    updatedSlot: row.updated_slot,
  };
}

export const TOKEN_ACCOUNT_ROLES = ['escrow', 'vault'] as const;
export type TokenAccountRole = (typeof TOKEN_ACCOUNT_ROLES)[number];

/** One version of an escrow or vault token account. */
export interface TokenAccountVersion {
  readonly launchId: bigint;
  readonly role: TokenAccountRole;
  readonly amount: bigint;
  readonly slot: bigint;
  readonly closed: boolean;
}

export const tokenAccountRow = z
  .object({
    launch_id: unsignedColumn,
    role: z.enum(TOKEN_ACCOUNT_ROLES),
    amount: unsignedColumn,
    slot: unsignedColumn,
    closed: flagColumn,
  })
  .transform(({ launch_id, ...row }): TokenAccountVersion => ({ launchId: launch_id, ...row }));

const keyColumn = hexColumn.refine((bytes) => bytes.length === 32, { error: 'a key of 32 bytes' });

/** One version of a Pledge account; its keys are raw bytes, since the newest million of them stay in memory. */
export interface PledgeVersion {
  readonly launchId: bigint;
  readonly pledger: Uint8Array;
  readonly address: Uint8Array;
  readonly amount: bigint;
  readonly tokensReleased: bigint;
  readonly refunded: boolean;
  readonly pledgedTs: bigint;
  /** In which the account last changed. */
  readonly slot: bigint;
  readonly closed: boolean;
}

export const pledgeRow = z
  .object({
    launch_id: unsignedColumn,
    pledger_hex: keyColumn,
    address_hex: keyColumn,
    amount: unsignedColumn,
    tokens_released: unsignedColumn,
    refunded: flagColumn,
    pledged_ts: signedColumn,
    updated_slot: unsignedColumn,
    closed: flagColumn,
  })
  .transform(
    (row): PledgeVersion => ({
      launchId: row.launch_id,
      pledger: row.pledger_hex,
      address: row.address_hex,
      amount: row.amount,
      tokensReleased: row.tokens_released,
      refunded: row.refunded,
      pledgedTs: row.pledged_ts,
      slot: row.updated_slot,
      closed: row.closed,
    }),
  );

/** The pledge as answers show it, with its keys as text. */
export function pledgeState(version: PledgeVersion): PledgeState {
  return {
    pledger: pubkeyFromBytes(version.pledger),
    address: pubkeyFromBytes(version.address),
    amount: version.amount,
    tokensReleased: version.tokensReleased,
    refunded: version.refunded,
    pledgedTs: version.pledgedTs,
    updatedSlot: version.slot,
  };
}
