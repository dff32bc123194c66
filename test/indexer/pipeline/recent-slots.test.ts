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

test('a late write that ended accounts is a correction once it is known what they were', () => {
  const { recent, corrected } = recentSlots();
  corrected(10n);
  recent.changed(10n);
  recent.wait(10n);
  expect(corrected(11n)).toEqual([]);
  expect(recent.settled).toBe(false);
  const ready = recent.answered(10n, false).map(({ meta }) => meta.slot);
  expect([ready, recent.settled]).toEqual([[10n], true]);
});

test('an answer before the next block is not a correction yet, and one that changes nothing never is', () => {
  const { recent, corrected } = recentSlots();
  corrected(10n);
  recent.wait(10n);
  expect(recent.answered(10n, true)).toEqual([]);
  expect(corrected(11n)).toEqual([10n]);
  recent.wait(10n);
  expect(corrected(12n)).toEqual([]);
  expect(recent.answered(10n, false)).toEqual([]);
  expect([corrected(13n), recent.settled]).toEqual([[], true]);
});

test('a second late write while the first one waits needs another block', () => {
  const { recent, corrected } = recentSlots();
  corrected(10n);
  recent.wait(10n);
  expect(corrected(11n)).toEqual([]);
  recent.changed(10n);
  expect(recent.answered(10n, true)).toEqual([]);
  expect(corrected(12n)).toEqual([10n]);
});

test('a slot that was rolled back waits for no answer', () => {
  const { recent } = recentSlots();
  recent.wait(10n);
  recent.rewind(9n);
  expect([recent.waiting, recent.settled, recent.answered(10n, true)]).toEqual([[], true, []]);
});
