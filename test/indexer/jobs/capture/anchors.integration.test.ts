import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Olap } from '../../../../core/olap/port.ts';
import { emptyTables } from '../../../support/captures/empty-tables.ts';
import { expectExact } from '../../../support/captures/expect-exact.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { makeCapture } from '../../../support/captures/make-capture.ts';
import { ModelChain } from '../../../support/captures/model-chain.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';

const SLOTS = 60;

let directory: TemporaryDirectory;
let olap: Olap;
beforeAll(async () => {
  directory = await temporaryDirectory();
  olap = await openStore({ dataDir: directory.path });
});
afterAll(async () => {
  await olap.close();
  await directory[Symbol.asyncDispose]();
});

/** Where the index was broken off and began again, and what of the hole is brought back, in this order. */
interface Trial {
  readonly seed: number;
  readonly lost: readonly [bigint, bigint];
  readonly captures: readonly (readonly [bigint, bigint])[];
  readonly wanted: readonly (readonly [bigint, bigint])[];
}

const slot = fc.bigInt({ min: 1n, max: BigInt(SLOTS) });
const range = fc.tuple(slot, slot).map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
const trials: fc.Arbitrary<Trial> = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  lost: fc
    .tuple(fc.bigInt({ min: 5n, max: 40n }), fc.bigInt({ min: 3n, max: 15n }))
    .map(([from, length]) => [from, from + length] as const),
  captures: fc.array(range, { minLength: 1, maxLength: 3 }),
  wanted: fc.array(range, { minLength: 3, maxLength: 3 }),
});

const WHOLE = [1n, BigInt(SLOTS)] as const;
/** The hole is brought back whole; of random trials, none may bring anything. */
const CERTAIN: Trial = { seed: 1, lost: [20n, 30n], captures: [[15n, 40n]], wanted: [WHOLE, WHOLE, WHOLE] };

describe('captures loaded into a range that an index lost', () => {
  test('make it answer exactly there, and change no answer anywhere else, whatever part of it they hold', async () => {
    let loads = 0;
    let brought = 0;
    const check = async ({ seed, lost, captures, wanted }: Trial): Promise<void> => {
      await emptyTables(olap);
      const chain = new ModelChain({ seed, slots: SLOTS });
      // Of a range in which no slot has a block, nothing is recorded.
      fc.pre(captures.every(([from, to]) => chain.blocks(from, to).length > 0));
      const name = (part: string): string => join(directory.path, `${loads}-${part}.llcap`);
      loads += 1;
      const index = name('index');
      const before = { from: 3n, to: lost[0] };
      await makeCapture({ file: index, chain, ranges: [before, { from: lost[1], to: chain.last }] });
      await loadCaptures(olap, { files: [index] });
      let held = await expectExact(olap, chain);
      for (const [number, [from, to]] of captures.entries()) {
        const file = name(`part-${number}`);
        await makeCapture({ file, chain, ranges: [{ from, to }] });
        const [low = 0n, high = 0n] = wanted[number] ?? [];
        await loadCaptures(olap, { files: [file], from: low, to: high, extendable: number % 2 === 0 });
        const now = await expectExact(olap, chain);
        expect(now).toEqual(expect.arrayContaining(held));
        brought += now.length - held.length;
        held = now;
      }
    };
    const examples: [Trial][] = [[CERTAIN]];
    await fc.assert(fc.asyncProperty(trials, check), { numRuns: 4, examples, endOnFailure: true });
    expect(brought).toBeGreaterThan(0);
  });
});
