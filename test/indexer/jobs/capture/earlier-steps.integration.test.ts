import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../core/kernel/clock.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { jobId, toJson } from '../../../../indexer/backfill/job.ts';
import { ChunkLedger } from '../../../../indexer/backfill/ledger.ts';
import { U64_MAX } from '../../../../schemas/u64.ts';
import { expectExact } from '../../../support/captures/expect-exact.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { makeCapture } from '../../../support/captures/make-capture.ts';
import { ModelChain } from '../../../support/captures/model-chain.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';

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

test('a load that an earlier version with other steps left half done begins anew, and does all of it', async () => {
  // Given an index that lost slots, and the record of a run of before there were steps to name, cut off at its end
  const chain = new ModelChain({ seed: 5, slots: 60 });
  const [index, file] = ['index', 'lost'].map((name) => join(directory.path, `${name}.llcap`)) as [
    string,
    string,
  ];
  const ends = [
    { from: 1n, to: 20n },
    { from: 40n, to: 60n },
  ];
  await makeCapture({ file: index, chain, ranges: ends });
  const digest = await makeCapture({ file, chain, ranges: [{ from: 15n, to: 50n }] });
  await loadCaptures(olap, { files: [index] });
  const definition = { files: [digest], from: '0', to: U64_MAX.toString() };
  const job = { id: jobId('capture', definition), kind: 'capture' };
  await new ChunkLedger(olap.writer, job, systemClock).begin(1, toJson({ fills: [], flows: [] }));
  // When the same files are loaded
  const report = await loadCaptures(olap, { files: [file] });
  // Then nothing of that run is gone on with
  expect(report).toMatchObject({ run: 1, resumed: 0 });
  expect(report.written).toBeGreaterThan(0);
  expect(await expectExact(olap, chain)).toHaveLength(Number(chain.last));
  // And once more changes nothing
  const again = await loadCaptures(olap, { files: [file] });
  expect(again).toMatchObject({ run: 2, written: 0 });
});
