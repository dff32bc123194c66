import { defineLayout } from '../olap/native/layout.ts';
import type { RewardEventKind } from '../rules/reward-events.ts';

const KIND =
  "Enum8('accrued' = 1, 'priced' = 2, 'held' = 3, 'released' = 4, 'voided' = 5, 'paid' = 6)" as const;
const TIME = "DateTime64(3, 'UTC')" as const;

/** The codes of the kinds in the tables. */
export const KIND_CODE: Readonly<Record<RewardEventKind, number>> = {
  accrued: 1,
  priced: 2,
  held: 3,
  released: 4,
  voided: 5,
  paid: 6,
};

/** The reward tables of `schemas/clickhouse`. */
export const REWARD_EVENTS = defineLayout({
  record_id: 'UInt64',
  kind: KIND,
  at: TIME,
  program: 'String',
  wallet: 'String',
  amount_base_units: 'Nullable(UInt64)',
  reason: 'String',
  tx_signature: 'String',
  premature: 'UInt8',
  settled_slot: 'Nullable(UInt64)',
  recorded_by: 'String',
  revision: 'UInt64',
  ingested_at: TIME,
});

export const REWARD_EVENTS_BY_WALLET = defineLayout({
  wallet: 'String',
  record_id: 'UInt64',
  kind: KIND,
  at: TIME,
  program: 'String',
  amount_base_units: 'Nullable(UInt64)',
  premature: 'UInt8',
  tx_signature: 'String',
  revision: 'UInt64',
});

export const REWARD_CHECKPOINTS = defineLayout({ revision: 'UInt64', events: 'UInt64', at: TIME });
