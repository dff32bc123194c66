import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyView } from '../../../../api/read/history/view.ts';
import { advance } from '../../../../api/read/latest/advance.ts';
import type { LatestSnapshot } from '../../../../api/read/latest/snapshot.ts';
import { latestView } from '../../../../api/read/latest/view.ts';
import type { MirrorView } from '../../../../api/read/questions.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { loseSlots } from '../../../support/captures/lose-slots.ts';
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

const { signal } = new AbortController();

async function moveOn(held?: LatestSnapshot): Promise<LatestSnapshot> {
  const found = await advance(held, { olap, expected: {}, signal });
  if (!found) throw new Error('there is no newer checkpoint');
  return found.apply();
}

/** Every launch and every pledge of it, with the slots in which they changed last. */
async function told(view: MirrorView): Promise<unknown[]> {
  const { facts } = await view.launches({ limit: 100 });
  const pledges = await view.firstPledgePages({
    launchIds: facts.launches.map(({ launch }) => launch.launchId),
    orderBy: 'updated_slot_desc',
    limit: 100,
  });
  return [facts.launches, ...[...pledges.facts].sort().map(([id, page]) => [id, page.pledges])];
}

test('filling a lost range changes no updated_slot, neither in a running API nor in one that starts anew', async () => {
  // Given an index that streamed slots and lost them, and an API that has read it
  const chain = new ModelChain({ seed: 7, slots: 60, writes: 8 });
  const record = async (from: bigint, to: bigint): Promise<string> => {
    const file = join(directory.path, `${from}-${to}.llcap`);
    await makeCapture({ file, chain, ranges: [{ from, to }] });
    return file;
  };
  await loadCaptures(olap, { files: [await record(3n, 20n)] });
  const right = { chain, came: (write: Parameters<Parameters<typeof loseSlots>[2]['came']>[0]) => write };
  await loseSlots(olap, chain, right, { head: 20n, wrong: 58n, again: 59n, until: 59n });
  const running = await moveOn();
  const before = await told(latestView(running));
  // When a capture brings the lost slots back
  const report = await loadCaptures(olap, { files: [await record(15n, 59n)] });
  expect(report.finding).toMatchObject({ ranges: [{ from_slot: 21 }] });
  expect(Number(report.finding?.anchors)).toBeGreaterThan(0);
  // Then
  const moved = await moveOn(running);
  expect(await told(latestView(moved))).toEqual(before);
  const fresh = await moveOn();
  expect(await told(latestView(fresh))).toEqual(before);
  expect(await told(historyView(olap.reader, fresh.stamp))).toEqual(before);
});
