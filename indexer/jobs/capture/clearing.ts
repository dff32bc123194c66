import { z } from 'zod';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { ACCOUNT_TABLES } from '../../../idl/newest-versions.ts';
import { type ChunkSequence, NOTHING } from '../../backfill/job.ts';
import { Decoder } from '../../decode/decoder.ts';
import { identityOf, identityRow } from '../../model/account-states.ts';
import type { ClosedAccount } from '../../model/closed-rows.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import { peekIndex } from '../peek-index.ts';
import { FillWriter } from './fill-writer.ts';
import type { CaptureJobOptions, CapturePlan } from './plan.ts';

interface RangeRows {
  readonly lane: OlapLane;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
}

const WITHIN = 'slot BETWEEN {from:UInt64} AND {to:UInt64} AND revision BETWEEN 1 AND {revision:UInt64}';

const ACCOUNTS = `SELECT DISTINCT hex(known.address) AS address, kind, launch AS launchId, hex(known.wallet) AS wallet
  FROM (${ACCOUNT_TABLES.map(
    ({ table, kind, launch, wallet }) =>
      `SELECT address, ${kind} AS kind, ${launch} AS launch, ${wallet} AS wallet FROM ${table} WHERE ${WITHIN}`,
  ).join(' UNION ALL ')}) AS known`;

/** Accounts with rows in a lost range, by their address as a latin1 string. */
async function accountsIn(
  { from, to }: SlotRange,
  { lane, revision }: RangeRows,
): Promise<Map<string, ClosedAccount>> {
  const rows = await lane.query({ sql: ACCOUNTS, parameters: { from, to, revision } }, identityRow);
  const accounts = new Map<string, ClosedAccount>();
  for (const row of rows) {
    const address = row.address.toString('latin1');
    // An account that was decoded once keeps that kind.
    if (row.kind !== 'quarantine' || !accounts.has(address)) accounts.set(address, identityOf(row));
  }
  return accounts;
}

const STATES = [...ACCOUNT_TABLES.map(({ table }) => table), 'pledge_wallets', 'slots'];

/** Removes the index's own rows of the accounts and blocks of a range. */
function clearStates(range: SlotRange, rows: RangeRows): Promise<void> {
  return clear(STATES, range, rows);
}

/** Removes the index's own movements of a range. */
function clearFlows(range: SlotRange, rows: RangeRows): Promise<void> {
  return clear(['escrow_flows'], range, rows);
}

const countRow = z.object({ rows: unsignedColumn });

/** Checks first, because a delete rewrites parts even if nothing matches. */
async function clear(
  tables: readonly string[],
  { from, to }: SlotRange,
  { lane, revision }: RangeRows,
): Promise<void> {
  const parameters = { from, to, revision };
  for (const table of tables) {
    const [found] = await lane.query(
      { sql: `SELECT count() AS rows FROM ${table} WHERE ${WITHIN}`, parameters },
      countRow,
    );
    if (found && found.rows > 0n)
      await lane.command({ sql: `DELETE FROM ${table} WHERE ${WITHIN}`, parameters });
  }
}

export interface ClearingOptions extends CaptureJobOptions {
  readonly plan: CapturePlan;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
  readonly anchored: (count: number) => void;
}

/**
 * Removes the index's own rows in the ranges to fill: rows of a dead fork, or incomplete without a late write.
 * Their revisions are greater than a backfill's, so they would take precedence. They may also be the only source
 * of an account's state at known slots above, so each such account gets an anchor first. Anchors are their own
 * chunk: once rows are removed, no process can compute them again.
 */
export async function* clearingChunks(options: ClearingOptions): ChunkSequence {
  const { olap, plan } = options;
  const { fills, flows, checkpoint } = plan;
  if (!checkpoint || fills.length + flows.length === 0) return;
  // Rows that the indexer has written since the plan are not affected.
  const rows = { lane: olap.writer, revision: checkpoint.revision };
  yield {
    key: 'anchors',
    run: async ({ dryRun }) => {
      if (!dryRun) await anchorAll(options, rows);
      return NOTHING;
    },
  };
  yield {
    key: 'clear',
    run: async ({ dryRun }) => {
      for (const fill of dryRun ? [] : fills) await clearStates(fill, rows);
      for (const range of dryRun ? [] : flows) await clearFlows(range, rows);
      return NOTHING;
    },
  };
}

/** With a decoder that follows everything that the index ever followed: the captures may know less. */
async function anchorAll(options: ClearingOptions, rows: Parameters<typeof accountsIn>[1]): Promise<void> {
  const { olap, plan, captures, anchored } = options;
  const { identity } = captures;
  const decoder = new Decoder({ idl: ESCROW_IDL, programId: identity.programId });
  const index = await peekIndex(olap.scanner, identity);
  const followed = new FollowedAccounts({ decoder, programId: identity.programId });
  followed.add(index.launches);
  for (const mint of index.mints) followed.addMint(mint);
  const writer = new FillWriter({ ...options, decoder, program: pubkeyBytes(identity.programId) });
  for (const fill of plan.fills) await writer.anchor(fill, await accountsIn(fill, rows));
  anchored(writer.anchors);
}
