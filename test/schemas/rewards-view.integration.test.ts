import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';
import { openMigrated } from '../support/migrated-store.ts';

const logger = pino({ level: 'silent' });
let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-rewards-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

interface RewardEvent {
  readonly id: number;
  readonly kind: string;
  readonly day: number;
  readonly amount?: bigint;
  readonly signature?: string;
}

async function record({ id, kind, day, amount, signature = '' }: RewardEvent): Promise<void> {
  await olap.writer.command({
    sql: `INSERT INTO reward_events (record_id, kind, at, program, wallet, amount_base_units, tx_signature, revision)
      SELECT {id:UInt64}, {kind:String}, toDateTime64('2026-10-01', 3, 'UTC') + toIntervalDay({day:UInt32}),
        'referral', 'wallet', if({known:Bool}, {amount:UInt64}, NULL), {signature:String}, 1`,
    parameters: { id, kind, day, known: amount !== undefined, amount: amount ?? 0n, signature },
  });
}

describe('the view of rewards', () => {
  test('gives one row a record from events in any order, and none for a voided one', async () => {
    // Given a record that is priced before it accrues, one that is held again after a release, and a voided one
    await record({ id: 1, kind: 'priced', day: 2, amount: 18_446_744_073_709_551_615n });
    await record({ id: 1, kind: 'accrued', day: 0 });
    await record({ id: 1, kind: 'paid', day: 9, signature: 'signature' });
    await record({ id: 2, kind: 'held', day: 5 });
    await record({ id: 2, kind: 'accrued', day: 1, amount: 7n });
    await record({ id: 2, kind: 'released', day: 3 });
    await record({ id: 3, kind: 'accrued', day: 1, amount: 7n });
    await record({ id: 3, kind: 'voided', day: 2 });
    await record({ id: 4, kind: 'paid', day: 2 });

    // When they are read, also after the same event came twice
    await record({ id: 2, kind: 'held', day: 5 });
    const sql = `SELECT record_id, toDate(created_at) AS day, amount_base_units, held, paid, tx_signature
      FROM rewards ORDER BY record_id`;
    const rows = await olap.reader.query({ sql }, z.record(z.string(), z.unknown()));

    // Then each stands once, as its events say
    expect(rows).toEqual([
      {
        ...{ record_id: '1', day: '2026-10-01', amount_base_units: '18446744073709551615' },
        ...{ held: 0, paid: 1, tx_signature: 'signature' },
      },
      {
        ...{ record_id: '2', day: '2026-10-02', amount_base_units: '7' },
        ...{ held: 1, paid: 0, tx_signature: '' },
      },
    ]);
  });
});
