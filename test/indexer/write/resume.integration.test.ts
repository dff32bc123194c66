import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import type { SnapshotState } from '../../../indexer/model/completed-slot.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import {
  addLaunch,
  addPledge,
  closeLaunch,
  emptySlot,
  livelySlot,
  metaOf,
} from '../../support/slot-maker.ts';
import { TEST_IDENTITY } from './test-identity.ts';

const logger = pino({ level: 'silent' });
const TABLES = [
  'launch_versions',
  'pledge_versions',
  'pledge_wallets',
  'token_account_versions',
  'mint_versions',
  'quarantine',
  'slots',
  'escrow_flows',
  'coverage',
  'flow_coverage',
  'checkpoints',
  'index_identity',
];

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-resume-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  for (const table of TABLES) await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
});

const prepare = () => prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });
const rows = <Row>(sql: string, row: z.ZodType<Row>): Promise<Row[]> => olap.reader.query({ sql }, row);
const anyRow = z.record(z.string(), z.unknown());

async function openWriter(lane: Pick<OlapLane, 'insert'> = olap.writer): Promise<Writer> {
  const { start } = await prepare();
  const writer = { ...olap.writer, insert: lane.insert };
  return new Writer({ olap: { writer }, clock: systemClock, logger, commitment: 'confirmed', start });
}

const FLOW_RANGES = 'SELECT from_slot, to_slot FROM flow_coverage ORDER BY from_slot, revision';

const failAtCheckpoint: OlapLane['insert'] = async (table, block) => {
  if (table === 'checkpoints') throw new Error('the power went off');
  await olap.writer.insert(table, block);
};

/** A snapshot after slots from 101 on were lost. */
const snapshotAt = (slot: bigint): SnapshotState => ({
  through: metaOf(slot),
  buffers: [livelySlot(slot).buffer],
  slots: [metaOf(slot)],
  lost: { from: 101n, to: slot - 1n },
  flows: [
    { from: 90n, to: 100n },
    { from: slot, to: undefined },
  ],
  cause: 'the stream could not resume',
});

/** Writes a slot and stops before its checkpoint, as a crash would. */
async function crashIn(slot: bigint): Promise<void> {
  const writer = await openWriter({ insert: failAtCheckpoint });
  await writer.append(livelySlot(slot));
  await expect(writer.flush()).rejects.toThrow('the power went off');
  await writer.close().catch(() => undefined);
}

describe('preparing an index', () => {
  test('an empty store is claimed once and resumes from nothing', async () => {
    const first = await prepare();
    const second = await prepare();
    expect(first).toEqual({
      start: { checkpoint: undefined, lastRevision: 0n, coveredTo: undefined },
      launches: [],
      mints: [],
      tail: [],
    });
    expect(second).toEqual(first);
    expect(await rows('SELECT genesis_hash, program_id, cluster FROM index_identity', anyRow)).toEqual([
      { genesis_hash: 'genesis', program_id: TEST_IDENTITY.programId, cluster: 'localnet' },
    ]);
  });

  test.each([
    ['genesisHash', 'genesis hash'],
    ['programId', 'program'],
    ['cluster', 'cluster'],
    ['commitment', 'commitment'],
  ] as const)('a store with another %s is refused by name', async (part, name) => {
    await prepare();
    const identity = { ...TEST_IDENTITY, [part]: 'another' };
    await expect(prepareIndex({ olap, identity, clock: systemClock, logger })).rejects.toMatchObject({
      code: 'INDEX_IDENTITY_MISMATCH',
      exit: 2,
      context: { name, stored: TEST_IDENTITY[part], configured: 'another' },
    });
  });

  test('a store that another IDL decoded is refused with the command that mends it', async () => {
    await prepare();
    const identity = { ...TEST_IDENTITY, idlHash: 'another' };
    await expect(prepareIndex({ olap, identity, clock: systemClock, logger })).rejects.toMatchObject({
      code: 'INDEX_IDL_CHANGED',
      exit: 2,
      message: expect.stringContaining('`launchlens backfill redecode`'),
    });
  });

  test('what a crash left above the checkpoint is gone, also when its slot never comes again', async () => {
    // Given slot 100 with its checkpoint, and slot 101 without
    const writer = await openWriter();
    await writer.append(livelySlot(100n));
    await writer.close();
    await crashIn(101n);
    expect(await rows('SELECT max(slot) AS slot FROM pledge_versions', anyRow)).toEqual([{ slot: '101' }]);

    // When the index is prepared and the chain goes on with slot 102
    const { start } = await prepare();
    const next = await openWriter();
    await next.append(emptySlot(102n, 100n));
    await next.close();

    // Then nothing of slot 101 is left, and no revision was used twice
    expect(start.checkpoint).toMatchObject({ slot: 100n, revision: 3n });
    for (const table of [
      'launch_versions',
      'pledge_versions',
      'pledge_wallets',
      'token_account_versions',
      'escrow_flows',
      'slots',
    ]) {
      expect(await rows(`SELECT count() AS n FROM ${table} WHERE slot = 101`, anyRow)).toEqual([{ n: '0' }]);
    }
    expect(await rows('SELECT revision FROM slots WHERE slot = 102', anyRow)).toEqual([{ revision: '4' }]);
    const covered = 'SELECT from_slot, to_slot, state FROM coverage ORDER BY from_slot';
    expect(await rows(covered, anyRow)).toEqual([
      { from_slot: '100', to_slot: '100', state: 'streamed' },
      { from_slot: '101', to_slot: '102', state: 'streamed' },
    ]);
  });

  test('a crash before the first checkpoint leaves an empty index', async () => {
    await crashIn(100n);
    const { start } = await prepare();
    expect(start.checkpoint).toBeUndefined();
    expect(start.lastRevision).toBe(1n);
    expect(await rows('SELECT count() AS n FROM pledge_versions', anyRow)).toEqual([{ n: '0' }]);
  });

  test('movements count as known from above the checkpoint where no range of them goes on growing', async () => {
    // Given an index that was built before movements were kept
    const writer = await openWriter();
    await writer.append(livelySlot(100n));
    await writer.close();
    expect((await prepare()).flowsFrom).toBe(101n);
    // When it goes on, and is prepared again
    const next = await openWriter();
    await next.append(livelySlot(101n));
    await next.close();
    // Then the range stays where it began
    expect((await prepare()).flowsFrom).toBe(101n);
    expect(await rows(FLOW_RANGES, anyRow)).toEqual([{ from_slot: '101', to_slot: U64_MAX.toString() }]);
  });

  test('the range of movements that an unfinished snapshot was to begin is gone after a crash', async () => {
    const writer = await openWriter();
    await writer.append(livelySlot(100n));
    await writer.close();
    expect((await prepare()).flowsFrom).toBe(101n);
    const crashing = await openWriter({ insert: failAtCheckpoint });
    await crashing.snapshot(snapshotAt(200n));
    await expect(crashing.flush()).rejects.toThrow('the power went off');
    await crashing.close().catch(() => undefined);
    expect(await rows(FLOW_RANGES, anyRow)).toHaveLength(3);
    expect((await prepare()).flowsFrom).toBe(101n);
    expect(await rows(FLOW_RANGES, anyRow)).toHaveLength(1);
  });

  test('the launches to follow come with their outside accounts, closed ones too', async () => {
    const writer = await openWriter();
    const opened = emptySlot(100n);
    addLaunch(opened.buffer, { slot: 100n, launchId: 1n, totalPledged: 0n });
    addLaunch(opened.buffer, { slot: 100n, launchId: 2n, totalPledged: 0n });
    const closed = emptySlot(101n);
    closeLaunch(closed.buffer, { slot: 101n, launchId: 1n });
    await writer.append(opened);
    await writer.append(closed);
    await writer.close();

    const { launches } = await prepare();

    expect(launches.map(({ launchId }) => launchId)).toEqual([1n, 2n]);
    for (const { address, escrowTokenAccount, launchVault } of launches) {
      for (const key of [address, escrowTokenAccount, launchVault]) {
        expect(key).toMatch(/^[1-9A-HJ-NP-Za-km-z]{40,44}$/);
      }
    }
  });
});

describe('the tables behind the writer', () => {
  test('the views show the state at the newest checkpoint, with keys as text', async () => {
    // Given a pledge that grows, and an update that has no checkpoint yet
    const writer = await openWriter();
    const first = emptySlot(100n);
    addLaunch(first.buffer, { slot: 100n, launchId: 7n, totalPledged: 5n });
    addPledge(first.buffer, { slot: 100n, launchId: 7n, pledger: 'ann', amount: 5n });
    const second = emptySlot(101n);
    addPledge(second.buffer, {
      slot: 101n,
      launchId: 7n,
      pledger: 'ann',
      amount: 18_446_744_073_709_551_615n,
    });
    await writer.append(first);
    await writer.append(second);
    await writer.close();
    await crashIn(102n);

    // When people read the views
    const [pledge] = await rows('SELECT * FROM pledges WHERE launch_id = 7', anyRow);
    const launches = await rows('SELECT launch_id, status, status_code, updated_slot FROM launches', anyRow);

    // Then they see slot 101
    expect(pledge).toMatchObject({ amount: '18446744073709551615', updated_slot: '101' });
    expect(launches).toEqual([{ launch_id: '7', status: 'pending', status_code: 0, updated_slot: '100' }]);
    const pledger = String(pledge?.pledger);
    const found = await olap.reader.query(
      { sql: 'SELECT amount FROM pledges WHERE pledger = {pledger:String}', parameters: { pledger } },
      anyRow,
    );
    expect(found).toEqual([{ amount: '18446744073709551615' }]);
  });

  test('a wallet finds its launches', async () => {
    const writer = await openWriter();
    const slot = emptySlot(100n);
    for (const launchId of [3n, 1n, 2n]) {
      addPledge(slot.buffer, { slot: 100n, launchId, pledger: launchId === 2n ? 'bob' : 'ann', amount: 1n });
    }
    await writer.append(slot);
    await writer.close();
    const wallets = await rows(
      'SELECT groupArray(toUInt32(launch_id)) AS launches FROM (SELECT * FROM pledge_wallets ORDER BY launch_id) GROUP BY pledger ORDER BY launches',
      anyRow,
    );
    expect(wallets).toEqual([{ launches: [1, 3] }, { launches: [2] }]);
  });

  test('a correction replaces the row of its slot, and a slot written twice is there once', async () => {
    const writer = await openWriter();
    const slot = livelySlot(100n);
    await writer.append(slot);
    await writer.flush();
    addPledge(slot.buffer, { slot: 100n, launchId: 1n, pledger: 'wallet 1', amount: 77n, writeVersion: 9n });
    await writer.correct(slot);
    await writer.close();
    const sql =
      'SELECT count() AS n, countIf(amount = 77) AS corrected FROM pledge_versions FINAL WHERE slot = 100';
    // For readers who do not know the correction yet, what it replaces still stands
    expect(await rows(sql, anyRow)).toEqual([{ n: '30', corrected: '1' }]);
    await (await openWriter()).close();
    expect(await rows(sql, anyRow)).toEqual([{ n: '15', corrected: '1' }]);
  });

  test('a snapshot is answerable from its slot on, and says what was lost', async () => {
    const writer = await openWriter();
    await writer.append(livelySlot(100n));
    await writer.snapshot(snapshotAt(200n));
    await writer.close();
    const sql = 'SELECT from_slot, to_slot, state, cause FROM coverage ORDER BY from_slot';
    expect(await rows(sql, anyRow)).toEqual([
      { from_slot: '100', to_slot: '100', state: 'streamed', cause: '' },
      { from_slot: '101', to_slot: '199', state: 'lost', cause: 'the stream could not resume' },
      { from_slot: '200', to_slot: '200', state: 'snapshot', cause: 'the stream could not resume' },
    ]);
    expect(await rows(FLOW_RANGES, anyRow)).toEqual([
      { from_slot: '90', to_slot: '100' },
      { from_slot: '200', to_slot: U64_MAX.toString() },
    ]);
    expect(writer.checkpoint).toMatchObject({ slot: 200n });
  });
});
