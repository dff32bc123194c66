import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Olap, unsignedColumn } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import type { Idl } from '../../../idl/schema.ts';
import { redecodeJob } from '../../../indexer/jobs/redecode/job.ts';
import { storedIdentity } from '../../../indexer/model/identity.ts';
import { type ApiUnderTest, openApi } from '../../api/support/mirror-under-test.ts';
import { jobParts, runJob, takeSnapshot } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { openStore } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';

/** An IDL that does not know the program's Pledge accounts. */
const OLDER_IDL: Idl = {
  ...ESCROW_IDL,
  accounts: ESCROW_IDL.accounts.map((account) =>
    account.name === 'Pledge' ? { ...account, discriminator: [1, 2, 3, 4, 5, 6, 7, 8] } : account,
  ),
};
const ILO = '/api/v1/ilo';

let directory: TemporaryDirectory;
let live: LiveChain;
let olap: Olap;
let api: ApiUnderTest;
beforeEach(async () => {
  directory = await temporaryDirectory();
  live = await LiveChain.open({ seed: 'redecode behind an API', fromSlot: 140 });
  olap = await openStore({ dataDir: directory.path });
});
afterEach(async () => {
  await api?.stop();
  await olap.close();
  await live[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

async function redecode(idl: Idl, fromSlot?: bigint) {
  const stored = await storedIdentity(olap.scanner);
  if (!stored) throw new Error('no identity');
  const { clock, logger } = await jobParts(live);
  return runJob(olap, redecodeJob({ olap, stored, all: false, idl, clock, logger, fromSlot }));
}

/** Each launch and its pledges, without the stamp that also tells when and by which batch. */
async function answers(slot?: bigint): Promise<[string, number, unknown][]> {
  const at = slot === undefined ? '' : `as_of_slot=${slot}&`;
  const { results } = (await api.get(`${ILO}/launches/?limit=200`)).json;
  const told: [string, number, unknown][] = [];
  for (const { launch_id: id } of results) {
    for (const path of [`/launches/${id}/?${at}`, `/launches/${id}/pledges/?${at}limit=200`]) {
      const { status, json } = await api.get(`${ILO}${path}`);
      const { source: _, ...facts } = json;
      told.push([path, status, status === 200 ? facts : undefined]);
    }
  }
  return told;
}

test('a running API refuses what its index can no longer read, and answers it as before once it is decoded again', async () => {
  // Given an index of three states of the chain, and an API that follows it
  const slots: bigint[] = [];
  for (const steps of [0, 16, 60]) {
    live.chain.advance(steps);
    await takeSnapshot(olap, live);
    slots.push(live.confirmed);
  }
  api = openApi(olap);
  await api.followed.reaches(live.confirmed);
  const [first = 0n, second = 0n] = slots;
  const [newest, past] = [await answers(), await answers(second)];
  const before = await answers(first);
  const unreadable = async (): Promise<number> =>
    (await api.get(`${ILO}/status/`)).json.source.unreadable_accounts ?? 0;
  // When the Pledges that changed since the second of them cannot be read any more
  const away = await redecode(OLDER_IDL, second);
  expect(away.quarantined).toBeGreaterThan(10);
  await waitFor(async () => (await unreadable()) > 0, { what: 'the API to see what cannot be read' });
  // Then launches that need one of them are refused, now and at that slot, and nothing changes below
  for (const slot of [undefined, second]) {
    const codes = (await answers(slot)).map(([, status]) => status);
    expect(codes.filter((status) => status === 410).length).toBeGreaterThan(0);
    expect(codes.filter((status) => status !== 410 && status !== 200)).toEqual([]);
  }
  expect(await answers(first)).toEqual(before);
  // When they are decoded again behind the running API
  expect(await redecode(ESCROW_IDL)).toMatchObject({ written: away.quarantined, quarantined: 0 });
  await waitFor(async () => (await unreadable()) === 0, { what: 'the API to see that all can be read' });
  // Then each answer is what it was, in memory, in the past, and in an API that starts now
  expect(await answers()).toEqual(newest);
  expect(await answers(second)).toEqual(past);
  expect(await answers(first)).toEqual(before);
  await api.stop();
  api = openApi(olap);
  await api.followed.reaches(live.confirmed);
  expect(await answers()).toEqual(newest);
  const sql = 'SELECT count() AS rows FROM quarantine FINAL';
  expect(await olap.reader.query({ sql }, z.object({ rows: unsignedColumn }))).toEqual([{ rows: 0n }]);
});
