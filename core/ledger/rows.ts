import { appendRow } from '../olap/native/append-row.ts';
import { ColumnBlock } from '../olap/native/column-block.ts';
import type { RewardEvent } from '../rules/reward-events.ts';
import type { OwnedEvent } from './classify.ts';
import { KIND_CODE, REWARD_CHECKPOINTS, REWARD_EVENTS, REWARD_EVENTS_BY_WALLET } from './tables.ts';

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
