import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { survivingSlot } from '../../../indexer/pipeline/surviving-slot.ts';
import { metaOf } from '../../support/slot-maker.ts';

const { signal } = new AbortController();
const slots = (count: number) => Array.from({ length: count }, (_, i) => metaOf(100n + BigInt(i)));

/** A node on whose chain the first `alive` slots are. */
function node(alive: number, dead: string | undefined = undefined) {
  const asked: bigint[] = [];
  const getBlockhash = async (slot: bigint): Promise<string | undefined> => {
    asked.push(slot);
    return slot < 100n + BigInt(alive) ? `block ${slot}` : dead;
  };
  return { asked, options: { rpc: { getBlockhash }, commitment: 'confirmed' as const, signal } };
}

describe('the newest slot that is on the chain', () => {
  test('is the head in one question, when nothing died', async () => {
    const { asked, options } = node(64);
    expect(await survivingSlot(slots(64), options)).toBe(163n);
    expect(asked).toEqual([163n]);
  });

  test('is found in a few questions wherever the fork parted, skipped slots and other blocks alike', async () => {
    const drawn = fc.tuple(fc.integer({ min: 0, max: 64 }), fc.constantFrom(undefined, 'another'));
    await fc.assert(
      fc.asyncProperty(drawn, async ([alive, dead]) => {
        const { asked, options } = node(alive, dead);
        const expected = alive === 0 ? undefined : 99n + BigInt(alive);
        expect(await survivingSlot(slots(64), options)).toBe(expected);
        expect(asked.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  test('counts as there where the node knows nothing of it any more', async () => {
    const { options } = node(0, 'unknown');
    expect(await survivingSlot(slots(3), options)).toBe(102n);
  });

  test('of none is none', async () => {
    expect(await survivingSlot([], node(0).options)).toBeUndefined();
  });
});
