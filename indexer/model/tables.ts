import { defineLayout } from '../../core/olap/native/layout.ts';
import { accountColumns } from '../../idl/account-columns.ts';
import { EVENT_PLACE, INSTRUCTION_PLACE, OF_TRANSACTION } from '../../idl/anchor/transaction-columns.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';

/**
 * The tables that the indexer appends to, by the names of `schemas/clickhouse`. Every table of accounts starts
 * with the same columns, so they are at the same place in every block. The order here is the order of sending,
 * not that of the tables: inserts name their columns.
 */
const VERSIONED = {
  address: 'FixedString(32)',
  slot: 'UInt64',
  write_version: 'UInt64',
  revision: 'UInt64',
  /** Repeats the revision if the row corrects an already known slot; otherwise 0. */
  correction: 'UInt64',
} as const;

const ACCOUNT = {
  ...VERSIONED,
  closed: 'UInt8',
  lamports: 'UInt64',
  signature: 'FixedString(64)',
  /** For an anchor: the slot of the change whose state it repeats. 0 in every other row. */
  changed_slot: 'UInt64',
} as const;

export const LAUNCH_VERSIONS = defineLayout({ ...ACCOUNT, ...accountColumns(LAUNCH_CONFIG) });

export const PLEDGE_VERSIONS = defineLayout({ ...ACCOUNT, ...accountColumns(PLEDGE) });

/** Values of `role` in `token_account_versions`. */
export const TOKEN_ROLE = { escrow: 1, vault: 2 } as const;

export const TOKEN_ACCOUNT_VERSIONS = defineLayout({
  ...ACCOUNT,
  launch_id: 'UInt64',
  role: "Enum8('escrow' = 1, 'vault' = 2)",
  mint: 'FixedString(32)',
  owner: 'FixedString(32)',
  amount: 'UInt64',
  data: 'String',
});

export const MINT_VERSIONS = defineLayout({
  ...ACCOUNT,
  decimals: 'UInt8',
  supply: 'UInt64',
  data: 'String',
});

/** The accounts of a followed program, as bytes. `undecodable` is filled when the rows are written. */
export const ACCOUNT_VERSIONS = defineLayout({
  ...ACCOUNT,
  type: 'String',
  undecodable: 'String',
  data: 'String',
});

/** The instructions of a followed program, as bytes: 32 for each account. `undecodable` is filled as for accounts. */
export const PROGRAM_INSTRUCTIONS = defineLayout({
  ...INSTRUCTION_PLACE,
  ...OF_TRANSACTION,
  type: 'String',
  undecodable: 'String',
  accounts: 'String',
  data: 'String',
});

/** Likewise its events. */
export const PROGRAM_EVENTS = defineLayout({
  ...EVENT_PLACE,
  ...OF_TRANSACTION,
  type: 'String',
  undecodable: 'String',
  data: 'String',
});

/** Its transactions of which the node did not keep everything. */
export const INCOMPLETE_TRANSACTIONS = defineLayout({
  slot: 'UInt64',
  transaction_index: 'UInt32',
  reason: 'String',
  ...OF_TRANSACTION,
});

/** `at` (milliseconds) and `revision` are filled when the rows are written. */
export const QUARANTINE = defineLayout({
  ...VERSIONED,
  owner: 'FixedString(32)',
  reason: 'String',
  data: 'String',
  lamports: 'UInt64',
  signature: 'FixedString(64)',
  at: "DateTime64(3, 'UTC')",
});

export const SLOTS = defineLayout({
  slot: 'UInt64',
  parent_slot: 'UInt64',
  blockhash: 'String',
  block_time: 'Nullable(Int64)',
  block_height: 'Nullable(UInt64)',
  revision: 'UInt64',
});

export const CHECKPOINTS = defineLayout({
  slot: 'UInt64',
  revision: 'UInt64',
  chain_slot: 'UInt64',
  slot_time: 'Nullable(Int64)',
  commitment: 'String',
  indexed_at: "DateTime64(3, 'UTC')",
  take_back_revision: 'UInt64',
  finalized_slot: 'UInt64',
  tokens_by_transactions: 'UInt8',
});

export const TAKE_BACKS = defineLayout({
  from_slot: 'UInt64',
  to_slot: 'UInt64',
  cause: 'String',
  revision: 'UInt64',
  at: "DateTime64(3, 'UTC')",
});

/** Values of `state` in `coverage`. */
export const COVERAGE_STATE = { streamed: 1, snapshot: 2, lost: 3, repaired: 4 } as const;

export const COVERAGE = defineLayout({
  from_slot: 'UInt64',
  to_slot: 'UInt64',
  state: "Enum8('streamed' = 1, 'snapshot' = 2, 'lost' = 3, 'repaired' = 4)",
  source: 'String',
  cause: 'String',
  revision: 'UInt64',
  at: "DateTime64(3, 'UTC')",
});

/** Values of `direction` in `escrow_flows`. */
export const FLOW_DIRECTION = { in: 1, out: 2 } as const;

/** `block_time` is filled once the slot's block is known. */
export const ESCROW_FLOWS = defineLayout({
  launch_id: 'UInt64',
  slot: 'UInt64',
  signature: 'FixedString(64)',
  ordinal: 'UInt32',
  direction: "Enum8('in' = 1, 'out' = 2)",
  kind: 'String',
  wallet: 'FixedString(32)',
  mint: 'FixedString(32)',
  amount: 'UInt64',
  block_time: 'Nullable(Int64)',
  revision: 'UInt64',
  correction: 'UInt64',
});

/** `block_time` is filled once the slot's block is known. */
export const TREASURY_TRANSFERS = defineLayout({
  treasury: 'FixedString(32)',
  slot: 'UInt64',
  signature: 'FixedString(64)',
  ordinal: 'UInt32',
  destination_account: 'FixedString(32)',
  destination_wallet: 'FixedString(32)',
  mint: 'FixedString(32)',
  amount: 'UInt64',
  memo: 'String',
  block_time: 'Nullable(Int64)',
  revision: 'UInt64',
  correction: 'UInt64',
});

export const FLOW_COVERAGE = defineLayout({
  from_slot: 'UInt64',
  to_slot: 'UInt64',
  source: 'String',
  revision: 'UInt64',
  at: "DateTime64(3, 'UTC')",
});

export const TREASURY_COVERAGE = defineLayout({
  treasury: 'FixedString(32)',
  from_slot: 'UInt64',
  to_slot: 'UInt64',
  source: 'String',
  /** 1 for rows of a backfill. */
  backfilled: 'UInt8',
  revision: 'UInt64',
  at: "DateTime64(3, 'UTC')",
});

/** Values of `state` in `backfill_chunks`. */
export const CHUNK_STATE = { started: 1, done: 2, finished: 3 } as const;

export const BACKFILL_CHUNKS = defineLayout({
  job_id: 'String',
  run: 'UInt32',
  chunk: 'String',
  kind: 'String',
  state: "Enum8('started' = 1, 'done' = 2, 'finished' = 3)",
  read: 'UInt64',
  written: 'UInt64',
  unchanged: 'UInt64',
  quarantined: 'UInt64',
  gaps: 'String',
  detail: 'String',
  at: "DateTime64(3, 'UTC')",
});

/** Written only by audits. */
export const AUDITS = defineLayout({
  slot: 'UInt64',
  launch_id: 'Nullable(UInt64)',
  verdict: "Enum8('equal' = 1, 'different' = 2, 'failed' = 3)",
  accounts: 'UInt64',
  differences: 'UInt64',
  chain_digest: 'FixedString(32)',
  index_digest: 'FixedString(32)',
  detail: 'String',
  revision: 'UInt64',
  started_at: "DateTime64(3, 'UTC')",
  finished_at: "DateTime64(3, 'UTC')",
});

/**
 * The identity of rows in a table with corrections; among rows with the same one, the greatest revision counts.
 * It is the table's sorting key without the correction.
 */
export const ROW_IDENTITY = {
  launch_versions: 'launch_id, address, slot',
  pledge_versions: 'launch_id, pledger, slot',
  pledge_wallets: 'pledger, launch_id, slot',
  token_account_versions: 'launch_id, role, address, slot',
  mint_versions: 'address, slot',
  quarantine: 'slot, address',
  escrow_flows: 'launch_id, slot, signature, ordinal',
  treasury_transfers: 'treasury, slot, signature, ordinal',
} as const;
