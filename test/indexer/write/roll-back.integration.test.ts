import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import type { CompletedSlot, SnapshotState } from '../../../indexer/model/completed-slot.ts';
import { prepareIndex, resumeState } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { addPledge, livelySlot, metaOf } from '../../support/slot-maker.ts';
import { tableContents } from './table-contents.ts';
import { TEST_IDENTITY } from './test-identity.ts';

const logger = pino({ level: 'silent' });
const anyRow = z.record(z.string(), z.unknown());
const COVERAGE = `SELECT toString(state) AS state, min(from_slot) AS first, max(to_slot) AS last
  FROM coverage GROUP BY state ORDER BY first`;
const FLOW_RANGES = `SELECT from_slot AS from, to_slot AS to FROM flow_coverage
  ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot`;
const LEDGERS = ['coverage', 'flow_coverage', 'take_backs', 'audits'];

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-roll-back-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

const rows = (sql: string) => olap.reader.query({ sql }, anyRow);

async function openWriter(lane: OlapLane = olap.writer): Promise<Writer> {
  const { start } = await prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });
  return new Writer({ olap: { writer: lane }, clock: systemClock, logger, commitment: 'confirmed', start });
}

/** A writer over an empty index that holds a snapshot of slot 90. */
async function begin(lane?: OlapLane): Promise<Writer> {
  const tables = [...Object.keys(await tableContents(olap.reader)).filter((name) => name !== 'checkpoint')];
  for (const table of [...tables, ...LEDGERS, 'checkpoints']) {
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  }
  const writer = await openWriter(lane);
  await writer.snapshot({
    through: metaOf(90n),
    buffers: [livelySlot(90n).buffer],
    slots: [metaOf(90n)],
    lost: undefined,
    flows: [{ from: 91n, to: undefined }],
    cause: 'first start',
  });
  return writer;
}

async function grow(writer: Writer, from: bigint, to: bigint, make = livelySlot): Promise<void> {
  for (let slot = from; slot <= to; slot += 1n) await writer.append(make(slot));
  await writer.flush();
}

/** As the pipeline does it: nothing goes on before it is known what stands. */
async function rollBack(writer: Writer, to: bigint): Promise<void> {
  await writer.rollBack(to, 'it is dead');
  if (!writer.checkpoint) throw new Error('the index is empty');
  const { programId } = TEST_IDENTITY;
  await resumeState(olap.writer, writer.checkpoint, { programId, clock: systemClock });
}

/** What the fork that dies wrote: other amounts, and a pledge that never was. */
function doomedSlot(slot: bigint): CompletedSlot {
  const { meta, buffer } = livelySlot(slot);
  addPledge(buffer, { slot, launchId: 1n, pledger: 'wallet 3', amount: 666n, writeVersion: 9n });
  addPledge(buffer, { slot, launchId: 2n, pledger: `ghost ${slot}`, amount: 1n });
  return { meta: { ...meta, blockhash: `doomed ${slot}` }, buffer };
}

/** A snapshot on the fork that dies. */
const doomedSnapshot = (slot: bigint, growing: bigint): SnapshotState => ({
  through: metaOf(slot),
  buffers: [doomedSlot(slot).buffer],
  slots: [metaOf(slot)],
  lost: { from: slot - 3n, to: slot - 1n },
  flows: [
    { from: growing, to: slot - 4n },
    { from: slot + 1n, to: undefined },
  ],
  cause: 'an outage',
});

/** The store, which fails for good in front of step number `failAt`: right behind the step before it. */
function failingLane(failAt: number) {
  const state = { armed: false, steps: 0 };
  const step = async (run: () => Promise<void>): Promise<void> => {
    state.steps += state.armed ? 1 : 0;
    if (state.armed && state.steps === failAt) throw new Error('the power went off');
    await run();
  };
  const { writer } = olap;
  const lane: OlapLane = {
    query: (statement, row) => writer.query(statement, row),
    stream: (statement, row) => writer.stream(statement, row),
    command: (statement) => step(() => writer.command(statement)),
    insert: (table, block, signal) => step(() => writer.insert(table, block, signal)),
  };
  return { lane, state };
}

describe('taking back slots of a fork that died', () => {
  test('leaves what stood at the last slot that stays, and tells of it', async () => {
    const writer = await begin();
    await grow(writer, 91n, 100n);
    const before = await tableContents(olap.reader);
    await grow(writer, 101n, 105n, doomedSlot);
    await olap.writer.command({
      sql: `INSERT INTO audits (slot, verdict, revision) VALUES (99, 'equal', 1), (104, 'equal', 2)`,
    });

    await writer.rollBack(100n, 'slot 101 is dead');

    expect(await tableContents(olap.reader)).toEqual(before);
    expect(writer.checkpoint).toMatchObject({ slot: 100n, chainSlot: 100n, slotTime: 1_790_000_100n });
    const [ledger] = await rows('SELECT from_slot, to_slot, cause, revision FROM take_backs');
    expect(ledger).toEqual({
      from_slot: '105',
      to_slot: '100',
      cause: 'slot 101 is dead',
      revision: writer.checkpoint?.rollbackRevision.toString(),
    });
    expect(await rows('SELECT slot FROM audits')).toEqual([{ slot: '99' }]);
    await writer.close();
  });

  test('lets the ledgers say of the slots above it only what the surviving fork adds', async () => {
    const writer = await begin();
    await grow(writer, 91n, 104n);
    await writer.snapshot({
      through: metaOf(120n),
      buffers: [],
      slots: [metaOf(120n)],
      lost: { from: 105n, to: 119n },
      flows: [
        { from: 91n, to: 104n },
        { from: 121n, to: undefined },
      ],
      cause: 'an outage',
    });
    await grow(writer, 121n, 125n);
    await rollBack(writer, 100n);
    await grow(writer, 103n, 105n);
    await writer.close();
    expect(
      await rows(`SELECT from_slot AS from, to_slot AS to, toString(state) AS state FROM coverage FINAL
        ORDER BY from, to`),
    ).toEqual([
      { from: '90', to: '90', state: 'snapshot' },
      { from: '91', to: '91', state: 'streamed' },
      { from: '92', to: '100', state: 'streamed' },
      { from: '101', to: '105', state: 'streamed' },
    ]);
    expect(await rows(FLOW_RANGES)).toEqual([
      { from: '91', to: '100' },
      { from: '101', to: U64_MAX.toString() },
    ]);
  });

  test('of an index that does not reach above the slot changes nothing', async () => {
    const writer = await begin();
    await grow(writer, 91n, 100n);
    const { checkpoint } = writer;
    await writer.rollBack(100n, 'nothing');
    expect(writer.checkpoint).toEqual(checkpoint);
    await writer.close();
  });

  test('can be cut off at any of its steps, and a restart mends it', { timeout: 180_000 }, async () => {
    let head = 90n;
    let growing = 91n;
    await (await begin()).close();
    for (let failAt = 1; ; failAt += 1) {
      const { lane, state } = failingLane(failAt);
      const writer = await openWriter(lane);
      await grow(writer, head + 1n, head + 3n, doomedSlot);
      await writer.snapshot(doomedSnapshot(head + 7n, growing));
      await writer.flush();
      state.armed = true;
      const failed = await writer.rollBack(head, 'it is dead').then(
        () => false,
        () => true,
      );
      state.armed = false;
      await writer.close().catch(() => undefined);
      if (!failed) {
        // The ledger, the checkpoint, the rows of seven tables, the cuts and removals of two ledgers.
        expect(failAt).toBe(14);
        break;
      }
      const mended = await openWriter();
      // Without its checkpoint the rollback did not happen, and the chain asks for it again.
      await rollBack(mended, head);
      expect(mended.checkpoint?.slot).toBe(head);
      const flows = [...(await rows(FLOW_RANGES))];
      growing = head + 1n;
      expect(flows.at(-1)).toEqual({ from: `${growing}`, to: U64_MAX.toString() });
      expect(flows.slice(0, -1).every(({ to }) => BigInt(to as string) <= head)).toBe(true);
      head += 4n;
      await grow(mended, head - 1n, head);
      await mended.close();
      expect((await rows(COVERAGE)).at(-1)).toEqual({ state: 'streamed', first: '91', last: `${head}` });
      expect(await rows('SELECT count() AS n FROM take_backs FINAL')).toEqual([{ n: `${failAt}` }]);
    }
    const held = await tableContents(olap.reader);

    const oracle = await begin();
    for (let slot = 93n; slot <= head; slot += 4n) await grow(oracle, slot, slot + 1n);
    await oracle.close();
    expect(held).toEqual(await tableContents(olap.reader));
  });
});
