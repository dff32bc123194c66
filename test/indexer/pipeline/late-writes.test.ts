import { expect, test } from 'vitest';
import { LateWrites } from '../../../indexer/pipeline/late-writes.ts';
import { emptySlot } from '../../support/slot-maker.ts';

function lateWrites() {
  const corrected: bigint[] = [];
  const late = new LateWrites(({ meta }) => corrected.push(meta.slot));
  late.begin();
  return { late, corrected };
}

test('a late write is a correction once the next block shows that it belongs to no other block of its slot', () => {
  const { late, corrected } = lateWrites();
  late.block(10n);
  late.add(emptySlot(10n));
  expect(corrected).toEqual([]);
  late.block(11n);
  late.block(12n);
  expect(corrected).toEqual([10n]);
});

test('a write of a slot whose block the stream has not shown waits for that block, in the next stream too', () => {
  const { late, corrected } = lateWrites();
  late.block(11n);
  late.add(emptySlot(10n));
  late.block(12n);
  late.begin();
  late.block(11n);
  expect(corrected).toEqual([]);
  late.block(10n);
  expect(corrected).toEqual([10n]);
});

test('a write of a slot that was taken back is none', () => {
  const { late, corrected } = lateWrites();
  late.block(10n);
  late.add(emptySlot(10n));
  late.forget(10n);
  late.block(11n);
  expect(corrected).toEqual([]);
});
