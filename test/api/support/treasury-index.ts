import { createHash } from 'node:crypto';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import {
  CHECKPOINTS,
  COVERAGE,
  COVERAGE_STATE,
  FLOW_COVERAGE,
  TREASURY_COVERAGE,
  TREASURY_TRANSFERS,
} from '../../../indexer/model/tables.ts';

/** The address that stands for a name. */
export const keyOf = (name: string): Pubkey => pubkeyFromBytes(createHash('sha256').update(name).digest());

export const REWARD_MINT = keyOf('reward mint');
export const TREASURY = keyOf('treasury');

/** When an index was told of its slots, where a test does not say. */
export const INDEXED_AT = Date.UTC(2026, 9, 1);

/** A transfer out of the treasury; its name stands for its signature. */
export interface TransferDraft {
  readonly name: string;
  readonly slot: bigint;
  /** Left out where the transaction does not tell. */
  readonly wallet?: string;
  readonly amount: bigint;
  readonly memo?: string;
  readonly mint?: Pubkey;
}

/** How far an index is to reach. */
export interface IndexReach {
  readonly revision: bigint;
  readonly slot: bigint;
  /** The newest slot that is final. */
  readonly final: bigint;
  /** Milliseconds at which it came to reach that far. */
  readonly at?: number;
  /** The newest slot of the chain, where the index is behind it. */
  readonly chainSlot?: bigint;
}

/** Unix seconds of a slot's block. */
export const blockTime = (slot: bigint): bigint => 1_790_000_000n + slot;

/** Lets the index hold these transfers, and reach that far. */
/** Slots of which the index knows everything that left the treasury, or lost what it knew: in an outage, or by an audit. */
export interface SlotsOfTreasury {
  readonly how: 'streamed' | 'backfilled' | 'lost' | 'doubted';
  readonly from: bigint;
  readonly to: bigint;
  readonly revision: bigint;
  readonly at?: number;
}

export async function markSlots(
  writer: OlapLane,
  { how, from, to, revision, at = INDEXED_AT }: SlotsOfTreasury,
): Promise<void> {
  const range = { from_slot: from, to_slot: to, at: BigInt(at) };
  const lost = new ColumnBlock(COVERAGE);
  if (how === 'lost' || how === 'doubted') {
    const source = how === 'lost' ? 'stream' : 'audit';
    appendRow(lost, { ...range, state: COVERAGE_STATE.lost, source, cause: 'test', revision });
  }
  await writer.insert('coverage', lost);
  const streamed = new ColumnBlock(FLOW_COVERAGE);
  if (how === 'streamed') appendRow(streamed, { ...range, source: 'stream', revision });
  await writer.insert('flow_coverage', streamed);
  const followed = new ColumnBlock(TREASURY_COVERAGE);
  const of = { ...range, treasury: pubkeyBytes(TREASURY) };
  if (how === 'streamed') appendRow(followed, { ...of, source: 'stream', revision, backfilled: 0 });
  if (how === 'backfilled') appendRow(followed, { ...of, source: 'history', revision: 0n, backfilled: 1 });
  await writer.insert('treasury_coverage', followed);
}

export async function indexTransfers(
  writer: OlapLane,
  drafts: readonly TransferDraft[],
  { revision, slot, final, at = INDEXED_AT, chainSlot = slot }: IndexReach,
): Promise<void> {
  const block = new ColumnBlock(TREASURY_TRANSFERS);
  for (const draft of drafts) appendRow(block, { ...transferCells(draft), revision, correction: 0n });
  await writer.insert('treasury_transfers', block);
  const checkpoint = new ColumnBlock(CHECKPOINTS);
  appendRow(checkpoint, {
    slot,
    revision,
    chain_slot: chainSlot,
    slot_time: blockTime(slot),
    commitment: 'confirmed',
    indexed_at: BigInt(at),
    take_back_revision: 0n,
    finalized_slot: final,
  });
  await writer.insert('checkpoints', checkpoint);
}

function transferCells({ name, slot, wallet, amount, memo = '', mint = REWARD_MINT }: TransferDraft) {
  return {
    treasury: pubkeyBytes(TREASURY),
    slot,
    signature: createHash('sha512').update(name).digest(),
    ordinal: 0,
    destination_account: pubkeyBytes(keyOf(`${wallet ?? name} tokens`)),
    destination_wallet: wallet === undefined ? new Uint8Array(32) : pubkeyBytes(keyOf(wallet)),
    mint: pubkeyBytes(mint),
    amount,
    memo,
    block_time: blockTime(slot),
  };
}
