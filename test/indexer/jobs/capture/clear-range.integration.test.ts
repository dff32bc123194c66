import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import type { Olap, OlapLane } from '../../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../../idl/escrow.ts';
import { createDecoder } from '../../../../indexer/decode/decoder.ts';
import { currentAccounts } from '../../../../indexer/model/account-states.ts';
import { SlotBuffer } from '../../../../indexer/model/slot-buffer.ts';
import { followIn } from '../../../../indexer/pipeline/followed-by.ts';
import { SnapshotReading } from '../../../../indexer/pipeline/snapshot-reading.ts';
import { storedIdentity } from '../../../../indexer/write/resume/identity.ts';
import { prepareIndex } from '../../../../indexer/write/resume.ts';
import { createWriter } from '../../../../indexer/write/writer.ts';
import { emptyTables } from '../../../support/captures/empty-tables.ts';
import { expectExact } from '../../../support/captures/expect-exact.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { makeCapture, viewOf } from '../../../support/captures/make-capture.ts';
import { ModelChain, type ModelWrite } from '../../../support/captures/model-chain.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';
import { PROGRAM } from '../../../support/verifier/launch-bytes.ts';

const logger = createLogger('silent');
const { signal } = new AbortController();
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

interface Outage {
  readonly head: bigint;
  readonly wrong: bigint;
  readonly again: bigint;
  readonly until: bigint;
}

interface Wrong {
  readonly chain: ModelChain;
  /** What of a write came, an earlier one of the same slot maybe. */
  readonly came: (write: ModelWrite) => ModelWrite;
}

/** The index streams what is wrong above its head, and then loses those slots: a snapshot stands above them. */
async function loseSlots(chain: ModelChain, wrong: Wrong, outage: Outage): Promise<void> {
  const identity = await storedIdentity(olap.scanner);
  if (!identity) throw new Error('there is no index');
  const { start, launches } = await prepareIndex({ olap, identity, clock: systemClock, logger });
  const decoder = createDecoder({ idl: ESCROW_IDL, programId: PROGRAM.toBase58() });
  for (const launch of launches) followIn(decoder, launch, logger);
  const writer = createWriter({ olap, clock: systemClock, logger, commitment: 'confirmed', start });
  const decode = (writes: readonly ModelWrite[], slot: bigint): SlotBuffer => {
    const buffer = new SlotBuffer();
    for (const write of writes) decoder.account(viewOf(write, slot), buffer);
    return buffer;
  };
  for (const meta of wrong.chain.blocks(outage.head + 1n, outage.wrong)) {
    const writes = wrong.chain.writesOf(meta.slot).map(wrong.came);
    await writer.append({ meta, buffer: decode(writes, meta.slot) });
  }
  await writer.flush();
  const [through, ...rest] = chain.blocks(outage.again, outage.until);
  if (!through || !writer.checkpoint) throw new Error('nothing was written');
  const { slot } = through;
  const current = await currentAccounts(olap.scanner, writer.checkpoint, signal);
  const reading = new SnapshotReading({ decode: (view, into) => void decoder.account(view, into) }, current);
  for (const write of chain.newestAt(slot)) reading.account(viewOf({ ...write, slot: -1n }, slot));
  reading.closeUnseen({ programSlot: slot, keysSlot: slot });
  await writer.snapshot({
    ...{ through, buffers: [reading.buffer], slots: [through], flows: [], cause: 'out_of_range' },
    lost: { from: outage.head + 1n, to: slot - 1n },
  });
  for (const meta of rest)
    await writer.append({ meta, buffer: decode(chain.writesOf(meta.slot), meta.slot) });
  await writer.flush();
  await writer.close();
}

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
      for (const outage of OUTAGES) await loseSlots(chain, wrongOf(seed), outage);
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
      ...{ numRuns: 2, examples: [EXAMPLE], endOnFailure: true },
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
