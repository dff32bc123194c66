import { defineLayout } from '../../core/olap/native/layout.ts';
import {
  CHECKPOINTS,
  COVERAGE,
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  SLOTS,
  TAKE_BACKS,
  TOKEN_ACCOUNT_VERSIONS,
} from '../../indexer/model/tables.ts';

const AUDITS = defineLayout({
  slot: 'UInt64',
  launch_id: 'Nullable(UInt64)',
  verdict: "Enum8('equal' = 1, 'different' = 2, 'failed' = 3)",
  chain_digest: 'FixedString(32)',
  index_digest: 'FixedString(32)',
  revision: 'UInt64',
  started_at: "DateTime64(3, 'UTC')",
  finished_at: "DateTime64(3, 'UTC')",
});
const IDENTITY = defineLayout({
  genesis_hash: 'String',
  program_id: 'String',
  cluster: 'String',
  commitment: 'String',
  idl_hash: 'String',
  created_at: "DateTime64(3, 'UTC')",
});
const ESCROW_FLOWS = defineLayout({
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
});
const FLOW_COVERAGE = defineLayout({
  from_slot: 'UInt64',
  to_slot: 'UInt64',
  revision: 'UInt64',
  at: "DateTime64(3, 'UTC')",
});
/** The tables that `IndexBuilder` writes, with the columns it names; the others keep their defaults. */
export const LAYOUTS = {
  launch_versions: LAUNCH_VERSIONS,
  pledge_versions: PLEDGE_VERSIONS,
  quarantine: QUARANTINE,
  token_account_versions: TOKEN_ACCOUNT_VERSIONS,
  mint_versions: MINT_VERSIONS,
  slots: SLOTS,
  coverage: COVERAGE,
  audits: AUDITS,
  escrow_flows: ESCROW_FLOWS,
  flow_coverage: FLOW_COVERAGE,
  index_identity: IDENTITY,
  checkpoints: CHECKPOINTS,
  take_backs: TAKE_BACKS,
} as const;
export type Table = keyof typeof LAYOUTS;

export const COVERAGE_STATE = { streamed: 1, snapshot: 2, lost: 3, repaired: 4 } as const;
export const VERDICT = { equal: 1, different: 2, failed: 3 } as const;
