import { describe, expect, test } from 'vitest';
import type { BlockMeta, SlotStatus, UpdateSink } from '../../../indexer/model/source.ts';
import { SlotJoin } from '../../../indexer/source/slot-join.ts';
import { RecordingSink } from '../../support/recording-sink.ts';

const meta = (slot: bigint, blockhash = 'block'): BlockMeta => ({
  ...{ slot, blockhash, parentSlot: slot - 1n },
  ...{ blockTime: undefined, blockHeight: undefined },
});
const at = (slot: bigint, status: SlotStatus) => ({ slot, status, parent: slot - 1n });

function joined(streams: number): { readonly sink: RecordingSink; readonly stream: UpdateSink[] } {
  const sink = new RecordingSink();
  const join = new SlotJoin(sink, streams);
  return { sink, stream: Array.from({ length: streams }, (_, index) => join.sinkOf(index)) };
}

describe('joined streams', () => {
  test('pass a status and a block when the last stream has brought them, once', () => {
    const { sink, stream } = joined(3);
    for (const index of [2, 0, 0, 1, 2]) {
      stream[index]?.blockMeta(meta(5n));
      stream[index]?.slot(at(5n, 'confirmed'));
    }
    expect(sink.all.map(({ kind }) => kind)).toEqual(['block_meta', 'slot']);
    stream[0]?.slot(at(6n, 'confirmed'));
    stream[1]?.slot(at(6n, 'confirmed'));
    expect(sink.slots).toHaveLength(1);
  });

  test('keep statuses of one slot apart', () => {
    const { sink, stream } = joined(2);
    stream[0]?.slot(at(5n, 'confirmed'));
    stream[1]?.slot(at(5n, 'processed'));
    expect(sink.slots).toEqual([]);
    stream[1]?.slot(at(5n, 'confirmed'));
    expect(sink.slots.map(({ status }) => status)).toEqual(['confirmed']);
  });

  test('pass a dead slot at once, and ask every stream again for what comes after it', () => {
    const { sink, stream } = joined(2);
    stream[0]?.slot(at(5n, 'confirmed'));
    stream[1]?.slot(at(5n, 'dead'));
    stream[1]?.slot(at(5n, 'confirmed'));
    expect(sink.slots.map(({ status }) => status)).toEqual(['dead']);
  });

  test('show both blocks when two nodes have different ones', () => {
    const { sink, stream } = joined(2);
    stream[0]?.blockMeta(meta(5n, 'one'));
    stream[1]?.blockMeta(meta(5n, 'another'));
    expect(sink.metas.map(({ blockhash }) => blockhash)).toEqual(['one', 'another']);
  });

  test('hold a bounded number of slots for a stream that stays behind', () => {
    const { sink, stream } = joined(2);
    for (let slot = 1n; slot <= 5_000n; slot++) stream[0]?.slot(at(slot, 'confirmed'));
    stream[1]?.slot(at(1n, 'confirmed'));
    stream[1]?.slot(at(5_000n, 'confirmed'));
    expect(sink.slots.map(({ slot }) => slot)).toEqual([5_000n]);
  });
});
