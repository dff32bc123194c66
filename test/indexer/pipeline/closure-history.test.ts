import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chance, histories, indexed } from './closure-history.ts';

/** A small generator of its own, so that a seed repeats a run. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (outOf) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 16) % outOf === 0;
  };
}

test('a memory of a few accounts makes the same index as one of all, whenever the store takes and answers', async () => {
  let lookups = 0;
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), fc.integer({ min: 1, max: 3 }), async (history, seed, capacity) => {
      const all = await indexed(history, { chance: () => true });
      const few = await indexed(history, { capacity, chance: chanceOf(seed) });
      lookups += few.lookups;
      expect([...few.slots]).toEqual([...all.slots]);
    }),
    { numRuns: 30 },
  );
  // Otherwise it shows nothing.
  expect(lookups).toBeGreaterThan(50);
});
