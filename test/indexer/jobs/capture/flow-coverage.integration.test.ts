import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askAt } from '../../../../api/read/history/query.ts';
import { advance } from '../../../../api/read/latest/advance.ts';
import { flowsPage } from '../../../../api/read/records/flows.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { launchAddress } from '../../../../idl/pda.ts';
import { loadCaptures } from '../../../support/captures/load.ts';
import { type CaptureRange, makeCapture } from '../../../support/captures/make-capture.ts';
import { ModelChain, type ModelWrite } from '../../../support/captures/model-chain.ts';
import { openStore } from '../../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';
import { PROGRAM } from '../../../support/verifier/launch-bytes.ts';

let directory: TemporaryDirectory;
let olap: Olap;
beforeEach(async () => {
  directory = await temporaryDirectory();
  olap = await openStore({ dataDir: directory.path });
});
afterEach(async () => {
  await olap.close();
  await directory[Symbol.asyncDispose]();
});

const chain = new ModelChain({ seed: 11, slots: 100 });
const FIRST_LAUNCH = Buffer.from(launchAddress(PROGRAM.toBytes(), 1n));

/** To a recording that begins after a launch has ended, the launch never showed: it follows none of its accounts. */
const endedBefore = ({ account }: ModelWrite): boolean => FIRST_LAUNCH.equals(account.address);
const never = (): boolean => false;

let files = 0;
async function load(ranges: readonly CaptureRange[], omit: (write: ModelWrite) => boolean) {
  files += 1;
  const file = join(directory.path, `${files}.llcap`);
  await makeCapture({ file, chain, ranges, omit });
  return loadCaptures(olap, { files: [file] });
}

/** What a reader is told at the newest slot: from where on every movement is listed. */
async function completeFrom(): Promise<bigint | undefined> {
  const found = await advance(undefined, { olap, expected: {}, signal: new AbortController().signal });
  const stamp = found?.apply().stamp;
  if (!stamp) throw new Error('there is no index');
  const page = await flowsPage(askAt(olap.reader, stamp), stamp.slot, { launchId: 1n, limit: 1 });
  return page.completeFrom;
}

test('a capture that follows every escrow makes the movements of a lost range known', async () => {
  await load(
    [
      { from: 1n, to: 40n },
      { from: 61n, to: 100n },
    ],
    never,
  );
  expect(await completeFrom()).toBe(62n);
  const { gaps } = await load([{ from: 30n, to: 70n }], never);
  expect(gaps).toEqual([]);
  expect(await completeFrom()).toBe(2n);
});

test('no movements are vouched for in a range in which an escrow of an ended launch was not recorded', async () => {
  // Given an index that knows of a launch and lost slots
  await load(
    [
      { from: 1n, to: 40n },
      { from: 61n, to: 100n },
    ],
    never,
  );
  // When a capture brings them that never saw the launch
  const { gaps } = await load([{ from: 30n, to: 70n }], endedBefore);
  // Then readers are told as before from where on movements are known, and the operator why
  expect(await completeFrom()).toBe(62n);
  expect(gaps).toContainEqual({
    of: 'the movements',
    fromSlot: 41n,
    toSlot: 61n,
    cause: '1 escrow of launches that had ended was not recorded: backfill history reads them',
  });
});

test('above the checkpoint likewise, whether the capture goes on from it or begins above', async () => {
  await load([{ from: 1n, to: 40n }], never);
  expect(await completeFrom()).toBe(2n);
  const { gaps } = await load([{ from: 30n, to: 59n }], endedBefore);
  expect(await completeFrom()).toBeUndefined();
  expect(gaps).toContainEqual(expect.objectContaining({ of: 'the movements', fromSlot: 41n, toSlot: 59n }));
  await load([{ from: 70n, to: 80n }], endedBefore);
  expect(await completeFrom()).toBeUndefined();
  await load([{ from: 85n, to: 100n }], never);
  expect(await completeFrom()).toBe(86n);
});
