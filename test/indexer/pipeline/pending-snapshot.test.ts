import { describe, expect, test } from 'vitest';
import type { SnapshotState } from '../../../indexer/model/completed-slot.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { PendingSnapshot } from '../../../indexer/pipeline/pending-snapshot.ts';
import { emptySlot, metaOf } from '../../support/slot-maker.ts';

const read = (
  program: bigint,
  keysSlot: bigint,
  lost?: SnapshotState['lost'],
  flows: SnapshotState['flows'] = [],
) => ({ buffer: new SlotBuffer(), program: metaOf(program), keysSlot, lost, flows, cause: 'a test' });

describe('a snapshot', () => {
  test('waits until the stream has reached its last read, and then holds the slots until there', () => {
    const pending = new PendingSnapshot();
    const snapshot = read(10n, 12n);
    expect(pending.begin(snapshot)).toBeUndefined();
    const waiting = emptySlot(11n);
    expect(pending.add(waiting)).toBeUndefined();
    expect(pending.includes(waiting)).toBe(true);
    const last = emptySlot(12n);
    const state = pending.add(last);
    expect(state?.through).toBe(last.meta);
    expect(state?.slots.map((meta) => meta.slot)).toEqual([10n, 11n, 12n]);
    expect(state?.buffers).toEqual([snapshot.buffer, waiting.buffer, last.buffer]);
    expect([pending.exists, pending.includes(waiting)]).toEqual([false, false]);
  });

  test('whose reads were answered at one slot does not wait', () => {
    expect(new PendingSnapshot().begin(read(10n, 10n))?.through.slot).toBe(10n);
  });

  test('that is abandoned takes its slots with it', () => {
    const pending = new PendingSnapshot();
    expect(pending.abandon()).toBe(false);
    pending.begin(read(10n, 12n));
    pending.add(emptySlot(11n));
    expect(pending.abandon()).toBe(true);
    expect(pending.exists).toBe(false);
    expect(pending.begin(read(30n, 30n))?.slots.map((meta) => meta.slot)).toEqual([30n]);
  });

  test('in place of an unfinished one counts everything as lost that the unfinished one was to bring', () => {
    // Given an index that ends at 5, and a snapshot of 10 whose last read, at 14, the stream never reached
    const pending = new PendingSnapshot();
    pending.begin(read(10n, 14n, { from: 6n, to: 13n }));
    pending.add(emptySlot(11n));
    // When the next snapshot knows of a gap only since the last delivered slot
    const state = pending.begin(read(30n, 30n, { from: 12n, to: 29n }));
    // Then nothing between the index and that snapshot counts as known
    expect(state?.lost).toEqual({ from: 6n, to: 29n });
    expect(state?.slots.map((meta) => meta.slot)).toEqual([30n]);
  });

  test('in place of an unfinished one keeps only the movements that were known before', () => {
    const pending = new PendingSnapshot();
    const before = { from: 2n, to: 5n };
    pending.begin(read(10n, 14n, undefined, [before, { from: 11n, to: undefined }]));
    pending.add(emptySlot(11n));
    const next = [
      { from: 11n, to: 11n },
      { from: 31n, to: undefined },
    ];
    expect(pending.begin(read(30n, 30n, undefined, next))?.flows).toEqual([
      before,
      { from: 31n, to: undefined },
    ]);
  });
});
