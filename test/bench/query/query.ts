import { deepStrictEqual } from 'node:assert/strict';
import pino from 'pino';
import { z } from 'zod';
import { migrate } from '../../../core/olap/migrate.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { withStore } from '../support/open-store.ts';
import { type BenchRow, withinLimit } from '../support/row.ts';
import { FIRST_SLOT, fill, type Shape, walletKey } from './fill.ts';
import { latencyOf } from './latency.ts';
import { settle } from './settle.ts';

/** A million pledges, each changed five times. */
const PLEDGES: Shape = { launches: 1_000, pledges: 1_000, versions: 5_000_000, wallets: 100_000 };

export interface QueryShapes {
  readonly pledges: Shape;
  readonly history: Shape;
}

/** `BENCH_VERSIONS=10000000` is the size that the goals of the history are stated for. */
const FULL: QueryShapes = {
  pledges: PLEDGES,
  history: { ...PLEDGES, versions: Number(process.env.BENCH_VERSIONS ?? 2_000_000) },
};
const CALLS = 200;
const SLOW_CALLS = 12;

const anyRow = z.record(z.string(), z.unknown());

/** Reads of the indexer's own tables against the obvious way to ask them. */
export async function benchQuery({ pledges, history }: QueryShapes = FULL): Promise<BenchRow[]> {
  const ofWallet = await withStore((olap) => walletRows(olap, pledges));
  const asOfSlot = await withStore((olap) => historyRows(olap, history));
  return [...ofWallet, ...asOfSlot];
}

const BY_WALLET = `SELECT launch_id, hex(pledger) AS wallet, amount FROM pledge_wallets
  WHERE pledger = KEY ORDER BY launch_id, slot DESC, revision DESC LIMIT 1 BY launch_id`;
const BY_SCAN = `SELECT launch_id, hex(pledger) AS wallet, amount FROM latest FINAL
  WHERE pledger = KEY ORDER BY launch_id`;

/** All pledges of one wallet, among those of all. */
async function walletRows(olap: Olap, shape: Shape): Promise<BenchRow[]> {
  await migrate(olap, { logger: pino({ level: 'silent' }) });
  // The usual table for the latest state: the newest version of each key wins when parts merge.
  await olap.writer.command({
    sql: `CREATE TABLE latest AS pledge_versions
      ENGINE = ReplacingMergeTree(write_version) PRIMARY KEY (launch_id, pledger) ORDER BY (launch_id, pledger)`,
  });
  await fill(olap.writer, 'pledge_versions', shape);
  await fill(olap.writer, 'latest', shape);
  const ask = (template: string) => (n: number) =>
    olap.reader.query(
      {
        sql: template.replace('KEY', walletKey('{n:UInt64}')),
        parameters: { n: (n * 7_919) % shape.wallets },
      },
      anyRow,
    );
  await settle(olap);
  deepStrictEqual(await ask(BY_WALLET)(3), await ask(BY_SCAN)(3));
  const ours = await latencyOf(CALLS, ask(BY_WALLET));
  const theirs = await latencyOf(SLOW_CALLS, ask(BY_SCAN));
  return [
    {
      ...{
        name: `pledges of one wallet among ${inWords(shape.launches * shape.pledges)}, p50`,
        baseline: 'FINAL over a table by launch',
        unit: 'ms',
        goal: 30,
      },
      ours: ours.p50,
      theirs: theirs.p50,
      ratio: theirs.p50 / ours.p50,
    },
  ];
}

const AS_OF = `SELECT count() AS pledges, sum(toUInt128(amount)) AS total FROM
  (SELECT amount, refunded FROM pledge_versions
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64}
    ORDER BY pledger, slot DESC, revision DESC LIMIT 1 BY pledger)
  WHERE refunded = 0`;
const AS_OF_SCAN = `SELECT count() AS pledges, sum(toUInt128(amount)) AS total FROM
  (SELECT argMax(amount, slot) AS amount, argMax(refunded, slot) AS refunded FROM unordered
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} GROUP BY pledger)
  WHERE refunded = 0`;

/** The un-refunded total of one launch as of a past slot. */
async function historyRows(olap: Olap, shape: Shape): Promise<BenchRow[]> {
  await migrate(olap, { logger: pino({ level: 'silent' }) });
  await olap.writer.command({
    sql: 'CREATE TABLE unordered AS pledge_versions ENGINE = MergeTree PRIMARY KEY slot ORDER BY slot',
  });
  await fill(olap.writer, 'pledge_versions', shape);
  await olap.writer.command({ sql: 'INSERT INTO unordered SELECT * FROM pledge_versions' });
  const slots = shape.versions / 100;
  const ask = (sql: string) => (n: number) => {
    const slot = FIRST_SLOT + Math.floor(slots * (0.3 + 0.7 * ((n * 0.618) % 1)));
    return olap.reader.query({ sql, parameters: { launch_id: (n * 7_919) % shape.launches, slot } }, anyRow);
  };
  await settle(olap);
  deepStrictEqual(await ask(AS_OF)(3), await ask(AS_OF_SCAN)(3));
  const ours = await latencyOf(CALLS, ask(AS_OF));
  const theirs = await latencyOf(SLOW_CALLS, ask(AS_OF_SCAN));
  const name = `one launch as of a slot, ${inWords(shape.versions)} versions`;
  return [
    {
      name: `${name}, p50`,
      baseline: 'argMax over a table by slot',
      unit: 'ms',
      goal: undefined,
      ours: ours.p50,
      theirs: theirs.p50,
      ratio: theirs.p50 / ours.p50,
    },
    withinLimit(`${name}, p50`, 'ms', ours.p50, 2.5),
    withinLimit(`${name}, p99`, 'ms', ours.p99, 7.5),
  ];
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
