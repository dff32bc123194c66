import { performance } from 'node:perf_hooks';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';
import { watchStall } from '../support/loop-stall.ts';
import { withStore } from '../support/open-store.ts';
import { type BenchRow, median } from '../support/row.ts';
import { columnRows, objectRow } from './rows.ts';

const BATCH = 100_000;
const ROUNDS = 5;

interface Measured {
  readonly rowsPerSecond: number;
  readonly stallMs: number;
}

/**
 * Batches of 100,000 pledges into the embedded engine: columns through our lane, against objects through the official
 * client in its default JSONEachRow. Building the rows is outside the clock for both; so is the base58 of the objects.
 */
export async function benchInsert(): Promise<BenchRow[]> {
  return withStore(async (olap, directory) => {
    await createTables(olap);
    const client = createClient({ connection: createChdbConnection({ path: directory }) as never });
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const block = columnRows(round * BATCH, BATCH);
      const mine = await measure(() => olap.writer.insert('ours', block));
      const objects = Array.from({ length: BATCH }, (_, n) => objectRow(round * BATCH + n));
      const other = await measure(() => insertObjects(client, objects));
      // The first round warms both up.
      if (round > 0) {
        ours.push(mine);
        theirs.push(other);
      }
    }
    await client.close();
    await requireEqualTables(olap);
    return rowsOf(ours, theirs);
  });
}

async function createTables(olap: Olap): Promise<void> {
  const create = (table: string, key: string, signature: string): Promise<void> =>
    olap.writer.command({
      sql: `CREATE TABLE ${table} (address ${key}, launch_id UInt64, pledger ${key}, slot UInt64,
        write_version UInt64, amount UInt64, tokens_released UInt64, refunded UInt8, pledged_ts Int64,
        signature ${signature}) ENGINE = ReplacingMergeTree(write_version) ORDER BY (launch_id, pledger, slot)`,
    });
  await create('ours', 'FixedString(32)', 'FixedString(64)');
  // Keys as text, as they come from the usual decoder and as one would store them.
  await create('theirs', 'String', 'String');
  // Merges of one contender's parts would run in the other's turn.
  await olap.writer.command({ sql: 'SYSTEM STOP MERGES' });
}

async function insertObjects(client: ClickHouseClient, values: readonly object[]): Promise<void> {
  await client.insert({ table: 'launchlens.theirs', values: [...values], format: 'JSONEachRow' });
}

async function measure(work: () => Promise<void>): Promise<Measured> {
  const stalled = watchStall();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { rowsPerSecond: BATCH / seconds, stallMs: stalled() };
}

/** Both must have stored the same pledges, or the race means nothing. */
async function requireEqualTables(olap: Olap): Promise<void> {
  const row = z.object({ rows: z.string(), digest: z.string() });
  const digest = (text: (column: string) => string, table: string) =>
    olap.scanner.query(
      {
        sql: `SELECT count() AS rows, toString(groupBitXor(sipHash64(${text('address')}, launch_id, ${text('pledger')},
          slot, write_version, amount, tokens_released, refunded, pledged_ts, ${text('signature')}))) AS digest
        FROM ${table} FINAL`,
      },
      row,
    );
  const [ours] = await digest((column) => `base58Encode(${column})`, 'ours');
  const [theirs] = await digest((column) => column, 'theirs');
  if (ours?.rows !== theirs?.rows || ours?.digest !== theirs?.digest) {
    throw new Error(`the tables differ: ${JSON.stringify({ ours, theirs })}`);
  }
}

function rowsOf(ours: readonly Measured[], theirs: readonly Measured[]): BenchRow[] {
  const speed = (all: readonly Measured[]) => median(all.map(({ rowsPerSecond }) => rowsPerSecond));
  const stall = (all: readonly Measured[]) => median(all.map(({ stallMs }) => stallMs));
  const baseline = 'client.insert of objects (JSONEachRow)';
  return [
    {
      name: 'insert, batches of 100,000 pledges',
      baseline,
      unit: 'rows/s',
      goal: 7,
      ours: speed(ours),
      theirs: speed(theirs),
      ratio: speed(ours) / speed(theirs),
    },
    {
      name: 'longest event-loop stall in such an insert',
      baseline,
      unit: 'ms',
      goal: 20,
      ours: stall(ours),
      theirs: stall(theirs),
      ratio: stall(theirs) / stall(ours),
    },
  ];
}
