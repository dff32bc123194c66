import { createHash } from 'node:crypto';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { CHECKPOINTS, TREASURY_TRANSFERS } from '../../../indexer/model/tables.ts';

/** The address that stands for a name. */
export const keyOf = (name: string): Pubkey => pubkeyFromBytes(createHash('sha256').update(name).digest());

export const REWARD_MINT = keyOf('reward mint');

/** A transfer out of the treasury; its name stands for its signature. */
export interface TransferDraft {
  readonly name: string;
  readonly slot: bigint;
  readonly wallet: string;
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
}

/** Unix seconds of a slot's block. */
export const blockTime = (slot: bigint): bigint => 1_790_000_000n + slot;

/** Lets the index hold these transfers, and reach that far. */
export async function indexTransfers(
  writer: OlapLane,
  drafts: readonly TransferDraft[],
  { revision, slot, final }: IndexReach,
): Promise<void> {
  const block = new ColumnBlock(TREASURY_TRANSFERS);
  for (const draft of drafts) appendRow(block, { ...transferCells(draft), revision, correction: 0n });
  await writer.insert('treasury_transfers', block);
  const checkpoint = new ColumnBlock(CHECKPOINTS);
  appendRow(checkpoint, {
    slot,
    revision,
    chain_slot: slot,
    slot_time: blockTime(slot),
    commitment: 'confirmed',
    indexed_at: BigInt(Date.UTC(2026, 9, 1)),
    take_back_revision: 0n,
    finalized_slot: final,
  });
  await writer.insert('checkpoints', checkpoint);
}

function transferCells({ name, slot, wallet, amount, memo = '', mint = REWARD_MINT }: TransferDraft) {
  return {
    treasury: pubkeyBytes(keyOf('treasury')),
    slot,
    signature: createHash('sha512').update(name).digest(),
    ordinal: 0,
    destination_account: pubkeyBytes(keyOf(`${wallet} tokens`)),
    destination_wallet: pubkeyBytes(keyOf(wallet)),
    mint: pubkeyBytes(mint),
    amount,
    memo,
    block_time: blockTime(slot),
  };
}
