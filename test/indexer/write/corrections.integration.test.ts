import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { addEscrow, addFlow, addLaunch, addPledge, emptySlot } from '../../support/slot-maker.ts';
import { TEST_IDENTITY } from './test-identity.ts';

const logger = pino({ level: 'silent' });
const anyRow = z.record(z.string(), z.unknown());
const KEYS = {
  launch_versions: 'launch_id, address',
  pledge_versions: 'launch_id, pledger',
  pledge_wallets: 'pledger, launch_id',
  token_account_versions: 'address',
  escrow_flows: 'launch_id, slot, signature, ordinal',
} as const;

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-corrections-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

/** What a reader finds that knows the index up to a slot and a revision. */
async function seenAt(slot: bigint, revision: bigint): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const [table, key] of Object.entries(KEYS)) {
    const sql = `SELECT * EXCEPT (correction, revision) APPLY (toString) FROM
      (
        SELECT * FROM ${table} WHERE slot <= ${slot} AND revision <= ${revision}
        ORDER BY ${key}, slot DESC, revision DESC LIMIT 1 BY ${key}
      )`;
    seen[table] = await olap.reader.query({ sql }, anyRow);
  }
  return seen;
}

/** Lets the engine merge everything there is to merge. */
async function mergeAll(): Promise<void> {
  for (const table of Object.keys(KEYS)) await olap.writer.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
}

test('a correction takes nothing from readers before its checkpoint, even where all rows are merged', async () => {
  // Given a slot with one write of everything
  let beforeCheckpoint: () => Promise<void> = async () => undefined;
  const insert: OlapLane['insert'] = async (table, block, signal) => {
    if (table === 'checkpoints') await beforeCheckpoint();
    await olap.writer.insert(table, block, signal);
  };
  const lane = { ...olap.writer, insert };
  const { start } = await prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });
  const writer = new Writer({
    olap: { writer: lane },
    clock: systemClock,
    logger,
    start,
    commitment: 'confirmed',
  });
  const slot = emptySlot(100n);
  const write = { slot: 100n, launchId: 1n } as const;
  addLaunch(slot.buffer, { ...write, totalPledged: 1n });
  addEscrow(slot.buffer, { ...write, amount: 1n });
  addPledge(slot.buffer, { ...write, pledger: 'a', amount: 1n });
  addFlow(slot.buffer, { ...write, pledger: 'a', amount: 1n });
  await writer.append(slot);
  await writer.flush();
  const { revision = 0n } = writer.checkpoint ?? {};
  const known = await seenAt(100n, revision);
  expect(Object.values(known).map((rows) => (rows as unknown[]).length)).toEqual([1, 1, 1, 1, 1]);

  // When a late write is written and merged before its checkpoint
  const between: unknown[] = [];
  beforeCheckpoint = async () => {
    await mergeAll();
    between.push(await seenAt(100n, revision));
  };
  addPledge(slot.buffer, { ...write, pledger: 'a', amount: 77n, writeVersion: 9n });
  await writer.correct(slot);
  await writer.flush();

  // Then who knows the old checkpoint reads what stood, and who knows the new one the correction
  expect(between).toEqual([known]);
  await mergeAll();
  expect(await seenAt(100n, revision)).toEqual(known);
  const corrected = await seenAt(100n, writer.checkpoint?.revision ?? 0n);
  for (const table of ['pledge_versions', 'pledge_wallets'] as const) {
    expect(corrected[table]).toEqual([expect.objectContaining({ 'toString(amount)': '77' })]);
  }
  expect(corrected.escrow_flows).toEqual(known.escrow_flows);
  await writer.close();
});
