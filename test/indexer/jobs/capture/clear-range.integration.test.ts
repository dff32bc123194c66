import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap, OlapLane } from '../../../../core/olap/port.ts';
import { emptyTables } from '../../../support/captures/empty-tables.ts';
import { expectExact } from '../../../support/captures/expect-exact.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { loseSlots, type Outage, type Wrong } from '../../../support/captures/lose-slots.ts';
import { makeCapture } from '../../../support/captures/make-capture.ts';
import { ModelChain } from '../../../support/captures/model-chain.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';

const SLOTS = 60;
const BEGIN = 3n;
/** Up to `head` the index is right, up to `wrong` it is not, and from `again` to `until` it is again. */
const OUTAGES: readonly Outage[] = [
  { head: 20n, wrong: 30n, again: 36n, until: 40n },
  { head: 40n, wrong: 43n, again: 47n, until: BigInt(SLOTS) },
];

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

const what = {
  'of a fork that died and stayed': (seed: number): Wrong => ({
    chain: new ModelChain({ seed: seed + 1, slots: SLOTS, fork: 'dead', writes: 8 }),
    came: (write) => write,
  }),
  'lacking writes that came late': (seed: number): Wrong => ({
    chain: new ModelChain({ seed, slots: SLOTS, writes: 8 }),
    came: (write) =>
      write.writeVersion % 3n === 0n ? { ...write, variant: write.variant === 0 ? 1 : 0 } : write,
  }),
};

/** What is loaded first: of these slots, by a process that dies after so many writes and is started again. */
type Part = readonly [from: bigint, to: bigint, writes: number];
const slot = fc.bigInt({ min: 15n, max: 55n });
const parts: fc.Arbitrary<Part> = fc
  .tuple(slot, slot, fc.nat({ max: 20 }))
  .map(([a, b, writes]) => (a < b ? [a, b, writes] : [b, a, writes]));
const EXAMPLE: [number, Part] = [396392, [26n, 41n, 13]];

describe('a capture wins over what the index itself has of slots that it lost', () => {
  test.each(Object.entries(what))('%s', async (name, wrongOf) => {
    let loads = 0;
    const check = async (seed: number, [from, to, writes]: Part): Promise<void> => {
      await emptyTables(olap);
      loads += 1;
      const chain = new ModelChain({ seed, slots: SLOTS, writes: 8 });
      fc.pre(chain.blocks(from, to).length > 0);
      const record = (a: bigint, b: bigint): Promise<string> =>
        recordInto(join(directory.path, `${name}-${loads}-${a}-${b}.llcap`), chain, a, b);
      await loadCaptures(olap, { files: [await record(BEGIN, 20n)] });
      for (const outage of OUTAGES) await loseSlots(olap, chain, wrongOf(seed), outage);
      const held = await expectExact(olap, chain);
      // Given a capture of a part of what was lost, and a process that dies over it
      const files = [await record(from, to)];
      const death = await loadCaptures(dyingAfter(writes), { files }).catch((error: Error) => error.message);
      expect(typeof death === 'string' ? death : DEATH).toBe(DEATH);
      expect(await expectExact(olap, chain)).toEqual(expect.arrayContaining(held));
      await loadCaptures(olap, { files });
      expect(await expectExact(olap, chain)).toEqual(expect.arrayContaining(held));
      // And then a capture of all of it
      await loadCaptures(olap, { files: [await record(10n, 58n)] });
      const slots = await expectExact(olap, chain);
      const [first = 0n] = slots;
      expect(slots).toEqual(chainSlots(first, chain.last));
      expect(await blockhashes()).toEqual(chain.blocks(first, chain.last).map(({ blockhash }) => blockhash));
    };
    await fc.assert(fc.asyncProperty(fc.nat({ max: 1_000_000 }), parts, check), {
      numRuns: 2,
      examples: [EXAMPLE],
      endOnFailure: true,
    });
  });
});

function chainSlots(first: bigint, last: bigint): bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at));
}

function recordInto(file: string, chain: ModelChain, from: bigint, to: bigint): Promise<string> {
  return makeCapture({ file, chain, ranges: [{ from, to }] }).then(() => file);
}

const DEATH = 'the process died';

/** The store as a process has it that dies after so many writes. */
function dyingAfter(writes: number): Olap {
  let left = writes;
  const live = (): void => {
    left -= 1;
    if (left < 0) throw new Error(DEATH);
  };
  const { writer } = olap;
  const dying: OlapLane = {
    query: (statement, row) => writer.query(statement, row),
    stream: (statement, row) => writer.stream(statement, row),
    command: async (statement) => {
      live();
      await writer.command(statement);
    },
    insert: async (table, block, until, fence) => {
      live();
      await writer.insert(table, block, until, fence);
    },
  };
  return { ...olap, writer: dying, reader: olap.reader, scanner: olap.scanner };
}

const blockRow = z.object({ hash: z.string() });

/** Of all blocks that the index has, one of another fork with them. */
async function blockhashes(): Promise<string[]> {
  const sql = 'SELECT blockhash AS hash FROM slots GROUP BY slot, blockhash ORDER BY slot';
  return (await olap.reader.query({ sql }, blockRow)).map(({ hash }) => hash);
}
