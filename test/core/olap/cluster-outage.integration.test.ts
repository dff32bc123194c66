import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOlap } from '../../../core/olap/open.ts';
import { type Olap, unsignedColumn } from '../../../core/olap/port.ts';
import { type ClickHouseCluster, isNamed, startCluster } from '../../support/clickhouse-server/cluster.ts';
import { waitFor } from '../../support/wait-for.ts';

const LAUNCHES = 40n;
const logger = pino({ level: 'silent' });
const countRow = z.object({ rows: unsignedColumn });

describe.skipIf(isNamed)('a cluster of which a shard is down', () => {
  let servers: ClickHouseCluster;
  let olap: Olap;
  beforeAll(async () => {
    servers = await startCluster(2);
    const { url: clickhouseUrl, cluster } = servers;
    olap = await createOlap({ clickhouseUrl, cluster, dataDir: '/nonexistent', logger });
    await olap.writer.command({
      sql: `CREATE TABLE IF NOT EXISTS held (launch_id UInt64, revision UInt64)
ENGINE = ReplacingMergeTree(revision) ORDER BY launch_id`,
    });
    await insert(1n);
  });
  afterAll(async () => {
    await olap.close();
    await servers[Symbol.asyncDispose]();
  });

  const insert = (revision: bigint): Promise<void> =>
    olap.writer.command({
      sql: 'INSERT INTO held SELECT number, {revision:UInt64} FROM numbers({launches:UInt64})',
      parameters: { revision, launches: LAUNCHES },
    });
  const rowsOf = async (where: string, table = 'held FINAL'): Promise<bigint> => {
    const [found] = await olap.reader.query(
      { sql: `SELECT count() AS rows FROM ${table} WHERE ${where}` },
      countRow,
    );
    return found?.rows ?? -1n;
  };
  /** The launches whose rows are on the shard that is asked by itself. */
  async function launchesOf(index: number): Promise<readonly bigint[]> {
    const one = await createOlap({
      clickhouseUrl: servers.shards[index]?.url,
      cluster: servers.cluster,
      dataDir: '/nonexistent',
      logger,
    });
    try {
      const sql = 'SELECT DISTINCT launch_id AS rows FROM held_local';
      return (await one.reader.query({ sql }, countRow)).map(({ rows }) => rows);
    } finally {
      await one.close();
    }
  }

  test('answers what the other shards hold, and nothing in part', async () => {
    // Given rows on both shards
    const [first, second] = [await launchesOf(0), await launchesOf(1)];
    expect(first.length + second.length).toBe(Number(LAUNCHES));
    expect(Math.min(first.length, second.length)).toBeGreaterThan(5);

    // When the first server dies, which connections ask first
    await servers.shards[0]?.kill();

    // Then a launch of the other shard is answered by the other server, each time
    for (const launch of second.slice(0, 5)) expect(await rowsOf(`launch_id = ${launch}`)).toBe(1n);

    // And whatever needs the dead shard is refused, to be asked again
    const again = { retryable: true, status: 503 };
    await expect(rowsOf('1')).rejects.toMatchObject(again);
    await expect(rowsOf(`launch_id = ${first[0]}`)).rejects.toMatchObject(again);
    await expect(insert(2n)).rejects.toMatchObject(again);
    await expect(olap.writer.command({ sql: 'DELETE FROM held WHERE revision < 2' })).rejects.toMatchObject(
      again,
    );
  });

  test('goes on where it was once the shard is back', async () => {
    await servers.shards[0]?.start();
    await waitFor(() => rowsOf('1').catch(() => undefined), { what: 'the shard to answer' });

    // The half that an insert may have left is replaced by the next try, and a deletion reaches every shard
    await insert(2n);
    expect(await rowsOf('1')).toBe(LAUNCHES);
    expect(await rowsOf('revision = 2')).toBe(LAUNCHES);
    await olap.writer.command({ sql: 'DELETE FROM held WHERE revision < 2' });
    expect(await rowsOf('revision < 2', 'held')).toBe(0n);
    expect(await rowsOf('1')).toBe(LAUNCHES);
  });

  test('is not taken for one server, nor one server for a cluster', async () => {
    const { url, cluster } = servers;
    const open = (options: object) =>
      createOlap({ clickhouseUrl: url, dataDir: '/nonexistent', logger, ...options });
    const spread = await open({ cluster });
    await spread.writer.command({
      sql: 'CREATE TABLE IF NOT EXISTS schema_migrations (number UInt64) ENGINE = MergeTree ORDER BY number',
    });
    await spread.close();
    await expect(open({})).rejects.toMatchObject({ code: 'OLAP_OTHER_LAYOUT' });
    await (await open({ cluster })).close();
  });
});
