import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { BlockMeta, SlotStatus } from '../../../indexer/model/source.ts';
import { SlotAssembler } from '../../../indexer/track/slot-assembler.ts';

const meta = (slot: bigint, parentSlot = slot - 1n): BlockMeta => ({
  slot,
  parentSlot,
  blockhash: `hash-${slot}`,
  blockTime: undefined,
  blockHeight: undefined,
});

function assembler(head = 10n, commitment: 'confirmed' | 'finalized' = 'confirmed') {
  /** The names of the writes in each buffer. */
  const contents = new Map<SlotBuffer, string[]>();
  const contentOf = (buffer: SlotBuffer) => contents.get(buffer) ?? [];
  const discarded: string[][] = [];
  const slots = new SlotAssembler({
    commitment,
    head,
    buffers: { take: () => new SlotBuffer(), release: (buffer) => discarded.push(contentOf(buffer)) },
  });
  const write = (slot: bigint, name: string) => {
    const buffer = slots.bufferOf(slot);
    if (buffer) contents.set(buffer, [...contentOf(buffer), name]);
  };
  const status = (slot: bigint, value: SlotStatus, parent?: bigint) =>
    slots.status({ slot, parent, status: value });
  const taken = () => {
    const all: { slot: bigint; content: string[] }[] = [];
    for (let next = slots.next(); next; next = slots.next()) {
      slots.pass(next);
      all.push({ slot: next.meta.slot, content: contentOf(next.buffer) });
    }
    return all;
  };
  return { slots, write, status, taken, discarded };
}

describe('a slot', () => {
  test('leaves once its block meta and its commitment are there, with everything written in it', () => {
    const { slots, write, status, taken } = assembler();
    write(11n, 'a');
    status(11n, 'processed');
    expect(taken()).toEqual([]);
    write(11n, 'b');
    slots.blockMeta(meta(11n));
    expect(taken()).toEqual([]);
    status(11n, 'confirmed');
    expect(taken()).toEqual([{ slot: 11n, content: ['a', 'b'] }]);
    expect(taken()).toEqual([]);
  });

  test('that is only confirmed does not leave a finalized index', () => {
    const { slots, status, taken } = assembler(10n, 'finalized');
    slots.blockMeta(meta(11n));
    status(11n, 'confirmed');
    expect(taken()).toEqual([]);
    status(11n, 'finalized');
    expect(taken().map(({ slot }) => slot)).toEqual([11n]);
  });

  test('leaves only after its parent, however the frames overtake each other', () => {
    const { slots, status, taken } = assembler();
    status(12n, 'confirmed');
    slots.blockMeta(meta(12n));
    expect(taken()).toEqual([]);
    slots.blockMeta(meta(11n));
    status(11n, 'confirmed');
    expect(taken().map(({ slot }) => slot)).toEqual([11n, 12n]);
  });

  test('whose number was skipped is proven empty by the parent of the next one', () => {
    const { slots, status, taken } = assembler();
    slots.blockMeta(meta(13n, 10n));
    status(13n, 'confirmed');
    expect(taken().map(({ slot }) => slot)).toEqual([13n]);
    expect(slots.broken()).toBeUndefined();
  });

  test('that has left takes no more updates', () => {
    const { slots, status, taken } = assembler();
    slots.blockMeta(meta(11n));
    status(11n, 'confirmed');
    taken();
    expect(slots.bufferOf(11n)).toBeUndefined();
    expect(slots.bufferOf(10n)).toBeUndefined();
    slots.blockMeta(meta(11n));
    status(11n, 'finalized');
    expect(taken()).toEqual([]);
  });

  test('that dies is dropped with its content', () => {
    const { slots, write, status, taken, discarded } = assembler();
    write(11n, 'lost');
    slots.blockMeta(meta(11n));
    status(11n, 'dead');
    slots.blockMeta(meta(12n, 10n));
    status(12n, 'confirmed');
    expect(taken().map(({ slot }) => slot)).toEqual([12n]);
    expect(discarded).toEqual([['lost']]);
  });
});

test('a whole slot stays until it is passed', () => {
  const { slots, write, status, taken } = assembler();
  write(11n, 'new launch');
  slots.blockMeta(meta(11n));
  status(11n, 'confirmed');
  expect(slots.next()?.meta.slot).toBe(11n);
  expect(slots.head).toBe(10n);
  expect(taken()).toEqual([{ slot: 11n, content: ['new launch'] }]);
  expect(slots.head).toBe(11n);
});

test('a snapshot moves the head, and what it already holds is dropped', () => {
  const { slots, write, status, taken, discarded } = assembler(-1n);
  for (const slot of [50n, 51n, 52n]) {
    write(slot, `write in ${slot}`);
    slots.blockMeta(meta(slot));
    status(slot, 'confirmed');
  }
  expect(slots.whole(51n)?.blockhash).toBe('hash-51');
  slots.rebase(51n);
  expect(discarded).toEqual([['write in 50'], ['write in 51']]);
  expect(taken()).toEqual([{ slot: 52n, content: ['write in 52'] }]);
});

describe('a broken chain', () => {
  const complete = (parts: ReturnType<typeof assembler>, slot: bigint, parent?: bigint) => {
    parts.slots.blockMeta(meta(slot, parent));
    parts.status(slot, 'confirmed');
  };

  test('is told as missing when slots between the head and what came never arrive', () => {
    const parts = assembler();
    for (const slot of [14n, 15n, 16n]) complete(parts, slot);
    expect(parts.slots.broken()).toBeUndefined();
    complete(parts, 17n);
    expect(parts.taken()).toEqual([]);
    expect(parts.slots.broken()).toEqual({ kind: 'missing', head: 10n, slot: 14n, parent: 13n });
  });

  test('is told as a fork as soon as one slot that came builds below the head', () => {
    const parts = assembler();
    parts.slots.blockMeta(meta(12n, 9n));
    complete(parts, 13n);
    expect(parts.slots.broken()).toBeUndefined();
    parts.status(12n, 'confirmed');
    expect(parts.taken()).toEqual([]);
    expect(parts.slots.broken()).toEqual({ kind: 'fork', head: 10n, slot: 12n, parent: 9n });
  });

  test('heals when the missing slots come after all', () => {
    const parts = assembler();
    for (const slot of [12n, 13n, 14n, 15n]) complete(parts, slot);
    expect(parts.slots.broken()?.kind).toBe('missing');
    complete(parts, 11n);
    expect(parts.taken().map(({ slot }) => slot)).toEqual([11n, 12n, 13n, 14n, 15n]);
    expect(parts.slots.broken()).toBeUndefined();
  });
});

test('any interleaving of frames gives the same slots in the same order', () => {
  const chain = fc
    .uniqueArray(fc.bigInt(11n, 60n), { minLength: 1, maxLength: 20 })
    .map((slots) =>
      slots
        .sort((a, b) => (a < b ? -1 : 1))
        .map((slot, index) => ({ slot, parent: slots[index - 1] ?? 10n })),
    );
  fc.assert(
    fc.property(
      chain.chain((slots) =>
        fc.record({
          slots: fc.constant(slots),
          order: fc.shuffledSubarray(
            slots.flatMap(({ slot }) => [`m${slot}`, `s${slot}`]),
            { minLength: slots.length * 2 },
          ),
        }),
      ),
      ({ slots, order }) => {
        const parts = assembler();
        const left: bigint[] = [];
        for (const frame of order) {
          const slot = BigInt(frame.slice(1));
          const parent = slots.find((candidate) => candidate.slot === slot)?.parent ?? 10n;
          if (frame.startsWith('m')) parts.slots.blockMeta(meta(slot, parent));
          else parts.status(slot, 'confirmed');
          left.push(...parts.taken().map((taken) => taken.slot));
        }
        expect(left).toEqual(slots.map(({ slot }) => slot));
      },
    ),
  );
});
