import type { RewardEventKind } from '../../schemas/reward-event-kinds.ts';
import { appendRow } from '../olap/native/append-row.ts';
import { ColumnBlock } from '../olap/native/column-block.ts';
import { defineLayout } from '../olap/native/layout.ts';
import type { RewardEvent } from '../rules/rewards.ts';
import type { OwnedEvent } from './classify.ts';

const KIND =
  "Enum8('accrued' = 1, 'priced' = 2, 'held' = 3, 'released' = 4, 'voided' = 5, 'paid' = 6)" as const;
const TIME = "DateTime64(3, 'UTC')" as const;

/** The codes of the kinds in the tables. */
const KIND_CODE: Readonly<Record<RewardEventKind, number>> = {
  accrued: 1,
  priced: 2,
  held: 3,
  released: 4,
  voided: 5,
  paid: 6,
};

/** The reward tables of `schemas/clickhouse`. */
const REWARD_EVENTS = defineLayout({
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

const REWARD_EVENTS_BY_WALLET = defineLayout({
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

const REWARD_CHECKPOINTS = defineLayout({ revision: 'UInt64', events: 'UInt64', at: TIME });

/** Values shared by all rows of a batch. */
export interface BatchFacts {
  readonly revision: bigint;
  readonly by: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

export function eventRows(events: readonly RewardEvent[], { revision, by, now }: BatchFacts): ColumnBlock {
  const block = new ColumnBlock(REWARD_EVENTS, { capacity: events.length });
  for (const event of events) {
    appendRow(block, {
      ...commonCells(event),
      program: event.kind === 'accrued' ? event.program : '',
      wallet: event.kind === 'accrued' ? event.wallet : '',
      reason: 'reason' in event ? event.reason : '',
      settled_slot: event.kind === 'paid' ? (event.slot ?? null) : null,
      recorded_by: by,
      revision,
      ingested_at: BigInt(now),
    });
  }
  return block;
}

export function walletRows(events: readonly OwnedEvent[], { revision }: BatchFacts): ColumnBlock {
  const block = new ColumnBlock(REWARD_EVENTS_BY_WALLET, { capacity: events.length });
  for (const { event, owner } of events) {
    appendRow(block, { ...commonCells(event), program: owner.program, wallet: owner.wallet, revision });
  }
  return block;
}

function commonCells(event: RewardEvent) {
  return {
    record_id: event.recordId,
    kind: KIND_CODE[event.kind],
    at: BigInt(event.at),
    amount_base_units: 'amount' in event ? (event.amount ?? null) : null,
    premature: event.kind === 'priced' && event.premature === true,
    tx_signature: event.kind === 'paid' ? event.txSignature : '',
  };
}

export function checkpointRow({ revision, now }: BatchFacts, events: bigint): ColumnBlock {
  const block = new ColumnBlock(REWARD_CHECKPOINTS, { capacity: 8 });
  appendRow(block, { revision, events, at: BigInt(now) });
  return block;
}
