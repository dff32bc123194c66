import { describe, expect, test } from 'vitest';
import { encodeNative } from '../../../core/olap/native/encode.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import { addEscrow, addLaunch, addPledge, addQuarantined } from '../../support/slot-maker.ts';

function fill(buffer: SlotBuffer, slot: bigint, pledges: number): void {
  addLaunch(buffer, { slot, launchId: slot, totalPledged: slot });
  addEscrow(buffer, { slot, launchId: slot, amount: slot });
  addQuarantined(buffer, slot, `odd ${slot}`);
  for (let n = 0; n < pledges; n += 1) {
    addPledge(buffer, { slot, launchId: slot, pledger: `wallet ${n}`, amount: slot * BigInt(n) });
  }
}

function sent({ launches, pledges, tokenAccounts, mints, quarantine }: SlotBuffer): Buffer[] {
  const blocks = [launches, pledges, tokenAccounts, mints, quarantine];
  return blocks.map((block) => Buffer.concat(encodeNative(block)));
}

describe('buffers used again', () => {
  test('are never those that somebody keeps', () => {
    const buffers = new SlotBuffers();
    const first = buffers.take();
    buffers.keep(first);
    buffers.release(first);
    expect(buffers.take()).not.toBe(first);
  });

  test('hold nothing of an earlier slot, neither rows nor bytes', () => {
    // Given a buffer that has held a larger slot
    const buffers = new SlotBuffers();
    const used = buffers.take();
    fill(used, 1n, 100);
    buffers.release(used);
    // When the next slot gets it
    const again = buffers.take();
    expect(again).toBe(used);
    expect(again.rows).toBe(0);
    fill(again, 2n, 7);
    // Then it sends what a new one would
    const fresh = new SlotBuffer();
    fill(fresh, 2n, 7);
    expect(sent(again)).toEqual(sent(fresh));
  });

  test('are never given to two at once, however often they are let go', () => {
    const buffers = new SlotBuffers();
    const buffer = buffers.take();
    buffers.release(buffer);
    buffers.release(buffer);
    expect(buffers.take()).toBe(buffer);
    expect(buffers.take()).not.toBe(buffer);
  });

  test('are only those that were taken here', () => {
    const buffers = new SlotBuffers();
    const foreign = new SlotBuffer();
    buffers.release(foreign);
    expect(buffers.take()).not.toBe(foreign);
  });
});
