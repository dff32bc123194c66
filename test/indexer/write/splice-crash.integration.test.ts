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
import { openMigrated } from '../../support/migrated-store.ts';
import { livelySlot, metaOf } from '../../support/slot-maker.ts';
import { tableContents } from './table-contents.ts';
import { TEST_IDENTITY } from './test-identity.ts';

const logger = pino({ level: 'silent' });
const LEDGERS = ['coverage', 'flow_coverage', 'checkpoints'];
/** The newest row of each slot tells what is known of it. */
const KNOWN = `SELECT slot, argMax(toString(state), (revision, state != 'lost')) AS state FROM
  (SELECT arrayJoin(range(from_slot, to_slot + 1)) AS slot, state, revision FROM coverage)
  GROUP BY slot ORDER BY slot`;
const knownRow = z.object({ slot: z.string(), state: z.string() });

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-splice-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(empty);

async function empty(): Promise<void> {
  const tables = Object.keys(await tableContents(olap.reader)).filter((name) => name !== 'checkpoint');
  for (const table of [...tables, ...LEDGERS]) {
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  }
}

const prepare = () => prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });

async function openWriter(insert: OlapLane['insert'] = olap.writer.insert): Promise<Writer> {
  const { start } = await prepare();
  const writer = { ...olap.writer, insert };
  return new Writer({ olap: { writer }, clock: systemClock, logger, commitment: 'confirmed', start });
}

/** What was lost from `from` on ends in a snapshot read at `program` and, some slots later, by key. */
function snapshot(from: bigint | undefined, program: bigint, keysAfter = 2n): SnapshotState {
  const slots = Array.from({ length: Number(keysAfter) + 1 }, (_, after) =>
    livelySlot(program + BigInt(after)),
  );
  return {
    through: metaOf(program + keysAfter),
    buffers: slots.map(({ buffer }) => buffer),
    slots: slots.map(({ meta }) => meta),
    lost: from === undefined ? undefined : { from, to: program + keysAfter - 1n },
    flows: [
      ...(from === undefined ? [] : [{ from: from - 3n, to: from - 1n }]),
      { from: program + 1n, to: undefined },
    ],
    cause: 'an outage',
  };
}

async function grow(writer: Writer, from: bigint, to: bigint): Promise<void> {
  for (let slot = from; slot <= to; slot += 1n) await writer.append(livelySlot(slot));
  await writer.flush();
}

/** An insert that fails for good in front of number `failAt`, as if the power went off right behind the one before. */
function failing(failAt: number): OlapLane['insert'] {
  let steps = 0;
  return async (table, block, signal) => {
    steps += 1;
    if (steps >= failAt) throw new Error('the power went off');
    await olap.writer.insert(table, block, signal);
  };
}

const states = async (): Promise<Map<bigint, string>> =>
  new Map(
    (await olap.reader.query({ sql: KNOWN }, knownRow)).map(({ slot, state }) => [BigInt(slot), state]),
  );

describe('a splice that a crash cuts off', () => {
  test.each([
    ['of slots that nobody saw', 0n],
    ['of slots that were indexed and have died', 2n],
  ])('%s is as if it never began, and the next one is whole', { timeout: 180_000 }, async (_name, dead) => {
    const writer = await openWriter();
    await writer.snapshot(snapshot(undefined, 90n));
    await grow(writer, 93n, 95n + dead);
    await writer.close();
    const before = await tableContents(olap.reader);
    const { tail: held, flowsFrom } = await prepare();
    let met = 0;
    for (let failAt = 1; ; failAt += 1) {
      const cut = await openWriter(failing(failAt));
      await cut.snapshot(snapshot(96n, 110n)).catch(() => undefined);
      const failed = await cut.flush().then(
        () => false,
        () => true,
      );
      await cut.close().catch(() => undefined);
      if (!failed) break;
      met = failAt;
      const again = await prepare();
      expect(again).toMatchObject({ tail: held, flowsFrom, start: { checkpoint: { slot: 95n + dead } } });
      expect(await tableContents(olap.reader)).toMatchObject({ ...before, checkpoint: expect.anything() });
      expect(Math.max(...[...(await states()).keys()].map(Number))).toBeLessThanOrEqual(Number(95n + dead));
    }
    // Each table that a snapshot writes to, both ledgers among them, and the checkpoint.
    expect(met).toBe(9);

    const { tail, flowsFrom: growing } = await prepare();
    expect(growing).toBe(111n);
    expect(tail.filter(({ noReturn }) => !noReturn).map(({ slot }) => slot)).toEqual([
      92n,
      93n,
      94n,
      95n,
      112n,
    ]);
    const known = await states();
    for (let slot = 96n; slot <= 111n; slot += 1n) expect(known.get(slot)).toBe('lost');
    expect(known.get(112n)).toBe('snapshot');
    const mended = await tableContents(olap.reader);
    await empty();
    const oracle = await openWriter();
    await oracle.snapshot(snapshot(undefined, 90n));
    await grow(oracle, 93n, 95n + dead);
    await oracle.snapshot(snapshot(96n, 110n));
    await oracle.close();
    expect({ ...mended, checkpoint: 0 }).toEqual({ ...(await tableContents(olap.reader)), checkpoint: 0 });
  });
});

test('of the last slots those count as read whole that both reads of a snapshot were of', async () => {
  const writer = await openWriter();
  await writer.snapshot(snapshot(undefined, 90n));
  await grow(writer, 93n, 94n);
  await writer.snapshot(snapshot(95n, 110n, 0n));
  await grow(writer, 111n, 112n);
  await writer.close();
  const { tail } = await prepare();
  expect(tail.filter(({ readWhole }) => readWhole).map(({ slot }) => slot)).toEqual([110n]);
});
