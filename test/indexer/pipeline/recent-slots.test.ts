import { expect, test } from 'vitest';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import { RecentSlots } from '../../../indexer/pipeline/recent-slots.ts';
import { emptySlot, metaOf } from '../../support/slot-maker.ts';

function recentSlots() {
  const recent = new RecentSlots(new SlotBuffers());
  recent.add(emptySlot(10n));
  recent.streamOpened();
  const corrected = (slot: bigint) => recent.blockArrived(slot).map(({ meta }) => meta.slot);
  return { recent, corrected };
}

test('a late write is a correction once the next block shows that it belongs to no other block of its slot', () => {
  const { recent, corrected } = recentSlots();
  expect(corrected(10n)).toEqual([]);
  recent.changed(10n);
  expect(corrected(11n)).toEqual([10n]);
  expect(corrected(12n)).toEqual([]);
});

test('a write to a slot whose block the stream has not sent waits for that block, in the next stream too', () => {
  const { recent, corrected } = recentSlots();
  expect(corrected(11n)).toEqual([]);
  recent.changed(10n);
  expect(corrected(12n)).toEqual([]);
  recent.streamOpened();
  expect(corrected(11n)).toEqual([]);
  expect(corrected(10n)).toEqual([10n]);
});

test('a write to a slot that was rolled back is no correction', () => {
  const { recent, corrected } = recentSlots();
  corrected(10n);
  recent.changed(10n);
  recent.rewind(9n);
  expect(corrected(11n)).toEqual([]);
});

test('a slot that is no longer kept gives its buffer back', () => {
  const buffers = new SlotBuffers();
  const recent = new RecentSlots(buffers);
  const buffer = buffers.take();
  recent.add({ meta: metaOf(10n), buffer });
  for (let slot = 11n; slot < 26n; slot += 1n) recent.add(emptySlot(slot));
  expect(recent.get(10n)?.buffer).toBe(buffer);
  recent.add(emptySlot(26n));
  expect(recent.get(10n)).toBeUndefined();
  expect(buffers.take()).toBe(buffer);
});
