import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVerifiedSlot } from '../../../api/read/checkpoint.ts';
import { unrepairedReader } from '../../../api/read/unrepaired.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { doubtedFrom } from '../../../indexer/audit/record.ts';
import { openMigrated } from '../../support/migrated-store.ts';

const logger = pino({ level: 'silent' });

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-verified-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

const verified = () =>
  readVerifiedSlot(olap.reader, { slot: 300n } as Parameters<typeof readVerifiedSlot>[1]);
const unrepaired = () => unrepairedReader(olap.reader, systemClock)();
const write = (sql: string) => olap.writer.command({ sql });

test('a verdict written down beside the take-back of its slot counts no more', async () => {
  // Given verdicts of slots 200 and 210, and slots above 205 taken back by then
  await write(`INSERT INTO take_backs (from_slot, to_slot, revision) VALUES (212, 205, 50)`);
  await write(`INSERT INTO audits (slot, verdict, revision) VALUES (200, 'equal', 40), (210, 'equal', 49)`);
  await write(
    `INSERT INTO audits (slot, verdict, revision, detail) VALUES (211, 'different', 49, '{"unrepaired":3}')`,
  );
  expect(await verified()).toBe(200n);
  expect(await doubtedFrom(olap.reader, 300n)).toBe(201n);
  expect(await unrepaired()).toBeUndefined();

  // When the surviving slots are audited
  await write(`INSERT INTO audits (slot, verdict, revision) VALUES (209, 'equal', 51)`);
  await write(
    `INSERT INTO audits (slot, verdict, revision, detail) VALUES (212, 'different', 52, '{"unrepaired":1}')`,
  );

  // Then those count
  expect(await verified()).toBe(209n);
  expect(await doubtedFrom(olap.reader, 300n)).toBe(210n);
  expect(await unrepaired()).toEqual({ slot: 212n, differences: 1n });
});
