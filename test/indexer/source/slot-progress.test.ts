import { expect, test } from 'vitest';
import type { BlockMeta, SlotStatus } from '../../../indexer/model/source.ts';
import { SlotProgress } from '../../../indexer/source/slot-progress.ts';

const block = (slot: bigint): BlockMeta => ({
  slot,
  parentSlot: slot - 1n,
  blockhash: '',
  blockTime: undefined,
  blockHeight: undefined,
});
const at = (slot: bigint, status: SlotStatus) => ({ slot, parent: undefined, status });

test('a slot is progress once its block and its status at the commitment are there, and only once', () => {
  const progress = new SlotProgress('confirmed');
  expect(progress.took()).toBe(false);
  progress.block(block(7n));
  progress.status(at(7n, 'processed'));
  expect(progress.took()).toBe(false);
  progress.status(at(7n, 'confirmed'));
  expect([progress.took(), progress.took()]).toEqual([true, false]);
  expect(progress.begun).toBe(true);
});

test('an older slot, blocks without statuses and statuses without blocks are no progress', () => {
  const progress = new SlotProgress('finalized');
  progress.block(block(7n));
  progress.status(at(7n, 'finalized'));
  progress.took();
  progress.block(block(6n));
  progress.status(at(6n, 'finalized'));
  expect(progress.took()).toBe(false);
  for (const slot of [8n, 9n]) {
    progress.block(block(slot));
    progress.status(at(slot, 'confirmed'));
  }
  expect(progress.took()).toBe(false);
  const other = new SlotProgress('confirmed');
  other.status(at(8n, 'confirmed'));
  other.status(at(9n, 'dead'));
  expect([other.took(), other.begun]).toEqual([false, false]);
});
