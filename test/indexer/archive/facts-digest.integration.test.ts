import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';
import { contentOf } from '../../../indexer/archive/digest.ts';
import { archivedTables } from '../../../indexer/archive/table.ts';
import { emptyTables } from '../../support/captures/empty-tables.ts';
import { loadCaptures } from '../../support/captures/load.ts';
import { type CaptureRange, makeCapture } from '../../support/captures/make-capture.ts';
import { ModelChain } from '../../support/captures/model-chain.ts';
import { openStore } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

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
beforeEach(() => emptyTables(olap));

const SLOTS = 60n;
const VERSIONS = ['launch_versions', 'pledge_versions', 'token_account_versions', 'mint_versions'];

interface Hole extends CaptureRange {
  readonly chain: ModelChain;
}

/** A range in which accounts change, and of which nothing is to be seen at the slot above it but what changes there. */
function unseenHole(): Hole {
  for (let seed = 1; seed < 500; seed += 1) {
    const chain = new ModelChain({ seed, slots: Number(SLOTS), writes: 3 });
    for (const { slot } of chain.blocks(10n, 50n)) {
      for (const { slot: to, parentSlot } of chain.blocks(slot + 2n, slot + 6n)) {
        const hole = { chain, from: slot + 1n, to: parentSlot };
        if (hole.to >= hole.from && isUnseen(hole, to)) return hole;
      }
    }
  }
  throw new Error('no chain of these has such a range');
}

function isUnseen({ chain, from, to }: Hole, above: bigint): boolean {
  const [before, after] = [chain.stateAt(from - 1n), chain.stateAt(to)];
  const changed = new Set(chain.blocks(from, to).flatMap(({ slot }) => chain.writesOf(slot)));
  const again = new Set(chain.writesOf(above).map(({ account }) => account));
  const changedOnlyThere = [...changed].filter(({ account }) => !again.has(account));
  const passing = changedOnlyThere.filter(
    ({ account }) => !before.has(Buffer.from(account.address).toString('hex')),
  );
  const same = [...new Set([...before.keys(), ...after.keys()])].every(
    (key) => before.get(key)?.data === after.get(key)?.data,
  );
  return same && again.size === 0 && passing.length > 0 && changedOnlyThere.length > passing.length;
}

async function facts(): Promise<Record<string, string | undefined>> {
  const tables = await archivedTables(olap.scanner);
  const digests = tables
    .filter(({ name }) => VERSIONS.includes(name))
    .map(async (table) => {
      const { factsDigest } = await contentOf(olap.scanner, table, { from: `${table.name} FINAL` });
      return [table.name, factsDigest] as const;
    });
  return Object.fromEntries(await Promise.all(digests));
}

async function anchors(): Promise<number> {
  const parts = VERSIONS.map((table) => `SELECT count() AS n FROM ${table} WHERE changed_slot > 0`);
  const sql = `SELECT sum(n) AS rows FROM (${parts.join(' UNION ALL ')})`;
  const [found] = await olap.reader.query({ sql }, z.object({ rows: z.coerce.number() }));
  return found?.rows ?? 0;
}

test('an index that had lost slots brought back has the facts of one that never lost them', async () => {
  const { chain, from, to } = unseenHole();
  const record = async (...ranges: readonly CaptureRange[]): Promise<string> => {
    const file = join(directory.path, `${ranges.map((range) => `${range.from}-${range.to}`).join()}.llcap`);
    await makeCapture({ file, chain, ranges });
    return file;
  };
  const whole = { from: 1n, to: SLOTS };
  await loadCaptures(olap, { files: [await record(whole)] });
  const never = await facts();
  await emptyTables(olap);
  // Given an index of the same chain that lost a range
  await loadCaptures(olap, {
    files: [await record({ from: 1n, to: from - 1n }, { from: to + 1n, to: SLOTS })],
  });
  expect(await facts()).not.toEqual(never);
  // When a capture brings the range back
  await loadCaptures(olap, { files: [await record({ from: from - 5n, to: to + 5n })] });
  // Then it has rows that the other one has not, and tells the same of the chain
  expect(await anchors()).toBeGreaterThan(0);
  expect(await facts()).toEqual(never);
});
