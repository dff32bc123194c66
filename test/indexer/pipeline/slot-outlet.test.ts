import { describe, expect, test } from 'vitest';
import type { CompletedSlot, SnapshotState } from '../../../indexer/model/completed-slot.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import { SlotOutlet } from '../../../indexer/pipeline/slot-outlet.ts';
import { emptySlot, metaOf } from '../../support/slot-maker.ts';

/** A writer that notes what it is given. */
function notedOutlet(buffers = new SlotBuffers()) {
  const notes: string[] = [];
  const snapshots: SnapshotState[] = [];
  const outlet = new SlotOutlet({
    buffers,
    writer: {
      append: async ({ meta }) => void notes.push(`slot ${meta.slot}`),
      correct: async ({ meta }) => void notes.push(`correction of ${meta.slot}`),
      snapshot: async (state) => {
        snapshots.push(state);
        notes.push(`snapshot at ${state.through.slot}`);
      },
    },
    onFull: () => undefined,
    onDrained: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  return { outlet, notes, snapshots };
}

const slot = (number: bigint): CompletedSlot => emptySlot(number);
const snapshot = (
  program: bigint,
  keysSlot: bigint,
  lost: SnapshotState['lost'],
  flows: SnapshotState['flows'] = [],
) => ({
  buffer: new SlotBuffer(),
  program: slot(program).meta,
  keysSlot,
  lost,
  flows,
  cause: 'a test',
});

describe('the way from the stream to the writer', () => {
  test('keeps slots and corrections in order', async () => {
    const { outlet, notes } = notedOutlet();
    const first = slot(1n);
    outlet.slot(first);
    outlet.correction(first);
    outlet.slot(slot(2n));
    await outlet.idle();
    expect(notes).toEqual(['slot 1', 'correction of 1', 'slot 2']);
  });

  test('keeps the buffer of a slot from being used again until the writer has it', async () => {
    // Given a slot that only the outlet holds any more
    const buffers = new SlotBuffers();
    const { outlet } = notedOutlet(buffers);
    const buffer = buffers.take();
    outlet.slot({ meta: metaOf(1n), buffer });
    buffers.release(buffer);
    // When it still waits, another slot gets another buffer
    expect(buffers.take()).not.toBe(buffer);
    // Then, once it is written, the next slot gets this one
    await outlet.idle();
    expect(buffers.take()).toBe(buffer);
  });

  test('holds a snapshot until the stream reached its last read, and gives both as one', async () => {
    const { outlet, notes, snapshots } = notedOutlet();
    outlet.snapshot(snapshot(10n, 12n, undefined));
    for (const number of [11n, 12n, 13n]) outlet.slot(slot(number));
    await outlet.idle();
    expect(notes).toEqual(['snapshot at 12', 'slot 13']);
    expect(snapshots[0]?.slots.map((meta) => meta.slot)).toEqual([10n, 11n, 12n]);
  });

  test('writes a slot that waits for its snapshot once, whatever came late to it', async () => {
    const { outlet, notes } = notedOutlet();
    const waiting = slot(11n);
    outlet.snapshot(snapshot(10n, 12n, undefined));
    outlet.slot(waiting);
    outlet.correction(waiting);
    outlet.slot(slot(12n));
    await outlet.idle();
    expect(notes).toEqual(['snapshot at 12']);
  });

  test('calls lost what a snapshot that another one overtook was still to bring', async () => {
    // Given an index that stands at 5, and a snapshot of 10 whose last read, at 14, the stream never reached
    const { outlet, notes, snapshots } = notedOutlet();
    outlet.slot(slot(5n));
    outlet.snapshot(snapshot(10n, 14n, { from: 6n, to: 13n }));
    outlet.slot(slot(11n));
    // When the next snapshot knows of a loss only since the last slot that left
    outlet.snapshot(snapshot(30n, 30n, { from: 12n, to: 29n }));
    await outlet.idle();
    // Then nothing between the index and that snapshot counts as known
    expect(notes).toEqual(['slot 5', 'snapshot at 30']);
    expect(snapshots[0]?.lost).toEqual({ from: 6n, to: 29n });
  });

  test('keeps of the movements what was known before a snapshot that another one overtook', async () => {
    const { outlet, snapshots } = notedOutlet();
    outlet.snapshot(
      snapshot(10n, 14n, undefined, [
        { from: 2n, to: 5n },
        { from: 11n, to: undefined },
      ]),
    );
    outlet.slot(slot(11n));
    outlet.snapshot(
      snapshot(30n, 30n, undefined, [
        { from: 11n, to: 11n },
        { from: 31n, to: undefined },
      ]),
    );
    await outlet.idle();
    expect(snapshots[0]?.flows).toEqual([
      { from: 2n, to: 5n },
      { from: 31n, to: undefined },
    ]);
  });
});
