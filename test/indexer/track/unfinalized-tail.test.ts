import { describe, expect, test } from 'vitest';
import type { BlockMeta, SlotStatus } from '../../../indexer/model/source.ts';
import { UnfinalizedTail } from '../../../indexer/track/unfinalized-tail.ts';

const block = (slot: bigint, parentSlot = slot - 1n, blockhash = `block ${slot}`): BlockMeta => ({
  slot,
  parentSlot,
  blockhash,
  blockTime: undefined,
  blockHeight: undefined,
});
const told = (slot: bigint, status: SlotStatus, parent?: bigint) => ({ slot, parent, status });

/** 100, 101, 103 on one fork; 102 was skipped. */
const tail = () => new UnfinalizedTail([block(100n), block(101n), block(103n, 101n)]);

describe('slots that have left and are not final', () => {
  test('do not mind what is known, what is new and what is older than they are', () => {
    const known = tail();
    for (const meta of [block(101n), block(104n, 103n), block(99n, 98n, 'another')]) {
      expect(known.block(meta)).toBeUndefined();
    }
    for (const update of [told(102n, 'dead'), told(101n, 'confirmed'), told(104n, 'dead')]) {
      expect(known.status(update)).toBeUndefined();
    }
  });

  test('are dead from a slot on that has another block', () => {
    expect(tail().block(block(103n, 101n, 'another'))?.to).toBe(101n);
    expect(tail().block(block(101n, 100n, 'another'))?.to).toBe(100n);
  });

  test('are dead above the parent of a block where they skipped a slot', () => {
    expect(tail().block(block(102n, 101n))?.to).toBe(101n);
    expect(tail().block(block(102n, 100n))?.to).toBe(100n);
  });

  test('say nothing of slots between them that were never known', () => {
    const parted = new UnfinalizedTail([block(100n), block(120n, 119n)]);
    expect(parted.block(block(110n))).toBeUndefined();
    expect(parted.status(told(110n, 'finalized', 109n))).toBeUndefined();
  });

  test('are dead from a slot on that a node calls dead', () => {
    expect(tail().status(told(101n, 'dead'))).toEqual({ to: 100n, cause: 'slot 101 is dead' });
    expect(tail().status(told(100n, 'dead'))).toEqual({ to: undefined, cause: 'slot 100 is dead' });
  });

  test('are dead where another slot, or the same one on another parent, was finalized', () => {
    expect(tail().status(told(102n, 'finalized', 100n))?.to).toBe(100n);
    expect(tail().status(told(103n, 'finalized', 100n))?.to).toBe(101n);
  });

  test('name the newest one that a node finalized, and none that they do not hold', () => {
    const known = tail();
    expect(known.finalized).toBeUndefined();
    known.status(told(104n, 'finalized', 103n));
    known.status(told(99n, 'finalized', 98n));
    known.status(told(103n, 'finalized', 100n));
    expect(known.finalized).toBeUndefined();
    known.status(told(101n, 'finalized', 100n));
    expect(known.finalized).toBe(101n);
    known.rewind(100n);
    expect(known.finalized).toBe(100n);
  });

  test('may not die any more once a later one is final', () => {
    const known = tail();
    expect(known.status(told(101n, 'finalized', 100n))).toBeUndefined();
    expect(known.slots.map(({ slot }) => slot)).toEqual([101n, 103n]);
    expect(known.block(block(100n, 99n, 'another'))).toBeUndefined();
  });

  test('are dead above the block on which the chain goes on', () => {
    expect(tail().builtOn({ slot: 110n, parent: 101n }).to).toBe(101n);
    expect(tail().builtOn({ slot: 110n, parent: 102n }).to).toBe(101n);
    expect(tail().builtOn({ slot: 110n, parent: 50n }).to).toBeUndefined();
  });

  test('are bounded where nobody tells of finality', () => {
    const known = new UnfinalizedTail();
    for (let slot = 1n; slot <= 5_000n; slot += 1n) known.add(block(slot));
    expect(known.slots.length).toBe(256);
    expect(known.newest).toBe(5_000n);
    known.rewind(4_990n);
    expect(known.newest).toBe(4_990n);
    known.rewind(undefined);
    expect(known.oldest).toBeUndefined();
  });
});
