import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { survivingSlot } from '../../../indexer/pipeline/surviving-slot.ts';
import { metaOf } from '../../support/slot-maker.ts';

const { signal } = new AbortController();
const slots = (count: number) => Array.from({ length: count }, (_, i) => metaOf(100n + BigInt(i)));

/** A node on whose chain the first `alive` slots are. */
function node(alive: number, canTell = true) {
  const asked: bigint[] = [];
  const hasBlock = async ({ slot }: { slot: bigint }): Promise<boolean | undefined> => {
    asked.push(slot);
    return slot < 100n + BigInt(alive) || (canTell ? false : undefined);
  };
  return { asked, options: { rpc: { ledger: { hasBlock } }, commitment: 'confirmed' as const, signal } };
}

describe('the newest slot that is on the chain', () => {
  test('is the head in one question, when nothing died', async () => {
    const { asked, options } = node(64);
    expect(await survivingSlot(slots(64), options)).toBe(163n);
    expect(asked).toEqual([163n]);
  });

  test('is found in a few questions wherever the fork parted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 64 }), async (alive) => {
        const { asked, options } = node(alive);
        const expected = alive === 0 ? undefined : 99n + BigInt(alive);
        expect(await survivingSlot(slots(64), options)).toBe(expected);
        expect(asked.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  test('counts as there if no node can tell', async () => {
    const { options } = node(0, false);
    expect(await survivingSlot(slots(3), options)).toBe(102n);
  });

  test('of none is none', async () => {
    expect(await survivingSlot([], node(0).options)).toBeUndefined();
  });
});
