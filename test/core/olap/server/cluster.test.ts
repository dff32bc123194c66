import { describe, expect, test } from 'vitest';
import {
  readMigrations,
  readProgramMigrations,
  splitStatements,
} from '../../../../core/olap/migrations/files.ts';
import { type Cluster, overShards, shardKey, spread } from '../../../../core/olap/server/cluster.ts';
import { RAW_TRANSACTION_TABLES, transactionTables } from '../../../../idl/anchor/transaction-tables.ts';
import { callsProgram } from '../../../api/programs/support/calls-program.ts';

const REPLICATED: Cluster = { name: 'main', replication: 'replicated' };
const SERVERS: Cluster = { name: 'main', replication: 'none' };
const REPLICA = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

const statementsOf = (sql: string, cluster: Cluster) => spread(sql, cluster)?.statements;

async function everyStatement(): Promise<string[]> {
  const steps = [...(await readMigrations()), ...(await readProgramMigrations())];
  return steps.flatMap(({ sql }) => splitStatements(sql));
}

describe('a statement that changes tables', () => {
  test.each([
    [
      'CREATE TABLE IF NOT EXISTS slots\n(\n    n UInt64\n)',
      'CREATE TABLE IF NOT EXISTS slots_local\n(\n    n UInt64\n)',
    ],
    [
      'CREATE TABLE IF NOT EXISTS archive_slots AS slots ENGINE = MergeTree',
      'CREATE TABLE IF NOT EXISTS archive_slots_local AS slots_local ENGINE = MergeTree',
    ],
    ['ALTER TABLE slots ADD COLUMN n UInt8', 'ALTER TABLE slots_local ADD COLUMN n UInt8'],
    [
      'ALTER TABLE `Position_versions` ADD COLUMN n UInt8',
      'ALTER TABLE `Position_versions_local` ADD COLUMN n UInt8',
    ],
    [
      'ALTER TABLE archive_slots ATTACH PARTITION ALL FROM slots',
      'ALTER TABLE archive_slots_local ATTACH PARTITION ALL FROM slots_local',
    ],
    [
      'ALTER TABLE feed MODIFY QUERY\nSELECT a\nFROM pledges',
      'ALTER TABLE feed MODIFY QUERY\nSELECT a\nFROM pledges_local',
    ],
    [
      'CREATE MATERIALIZED VIEW IF NOT EXISTS feed TO wallets AS\nSELECT a\nFROM pledges',
      'CREATE MATERIALIZED VIEW IF NOT EXISTS feed TO wallets_local AS\nSELECT a\nFROM pledges_local',
    ],
    [
      'CREATE VIEW IF NOT EXISTS launches AS\nSELECT 1 FROM slots',
      'CREATE VIEW IF NOT EXISTS launches AS\nSELECT 1 FROM slots',
    ],
    ['TRUNCATE TABLE slots', 'TRUNCATE TABLE slots_local'],
    ['CREATE DATABASE IF NOT EXISTS launchlens', 'CREATE DATABASE IF NOT EXISTS launchlens'],
  ])('%s', (sql, expected) => {
    expect(statementsOf(sql, SERVERS)).toEqual([expected]);
  });

  test('deletes by the rows of its own shard, under a lease that any shard may hold', () => {
    const condition =
      '(slot) IN (SELECT slot FROM slots WHERE correction > 0) AND (SELECT count() FROM leases) = 1';
    expect(statementsOf(`DELETE FROM slots WHERE ${condition}`, SERVERS)).toEqual([
      'DELETE FROM slots_local WHERE (slot) IN (SELECT slot FROM slots_local WHERE correction > 0) AND (SELECT count() FROM leases) = 1',
    ]);
  });

  test('drops both the table and what stands for it', () => {
    expect(statementsOf('DROP TABLE IF EXISTS archive_slots SYNC', SERVERS)).toEqual([
      'DROP TABLE IF EXISTS archive_slots SYNC',
      'DROP TABLE IF EXISTS archive_slots_local SYNC',
    ]);
  });

  test('runs once where it adds or reads rows', () => {
    for (const sql of ['INSERT INTO slots SELECT 1', 'SELECT 1', 'OPTIMIZE TABLE slots'])
      expect(spread(sql, SERVERS)).toBeUndefined();
  });

  test('of the schema reaches every server, and none keeps its rows where only one has them', async () => {
    for (const statement of await everyStatement()) {
      // Rows are filled in by what stands for the tables of all shards.
      if (statement.startsWith('INSERT INTO ')) continue;
      const changes = spread(statement, REPLICATED)?.statements ?? [];
      expect(changes, statement).not.toEqual([]);
      for (const change of changes) {
        expect(change).toContain(" ON CLUSTER 'main'");
        if (/^CREATE TABLE/.test(change)) {
          expect(change).toMatch(/^CREATE TABLE IF NOT EXISTS \w+_local ON CLUSTER/);
          expect(change).toContain(REPLICA);
        }
      }
    }
  });

  test('keeps the arguments of a replicated engine', () => {
    const table = 'CREATE TABLE IF NOT EXISTS slots (n UInt64)';
    const engineOf = (engine: string) =>
      statementsOf(`${table}\nENGINE = ${engine}\nORDER BY n`, REPLICATED)?.[0];
    expect(engineOf('ReplacingMergeTree(revision)')).toContain(
      `ENGINE = ReplicatedReplacingMergeTree(${REPLICA}, revision)\n`,
    );
    expect(engineOf('MergeTree')).toContain(`ENGINE = ReplicatedMergeTree(${REPLICA})\n`);
  });
});

describe('the shard of a row', () => {
  test('is that of its launch, else of its account, wallet or record, and the first for what every answer needs', () => {
    expect(shardKey('pledger, launch_id, slot')).toBe('intHash64(launch_id)');
    expect(shardKey('address, slot, correction')).toBe('cityHash64(address)');
    expect(shardKey('wallet, record_id, kind, at')).toBe('cityHash64(wallet)');
    expect(shardKey('record_id, kind, at')).toBe('intHash64(record_id)');
    expect(shardKey('slot')).toBe('0');
  });

  test('is that of its transaction for instructions and events, whose tables have no address', () => {
    for (const { identity } of [...RAW_TRANSACTION_TABLES, ...transactionTables(callsProgram('calls'))])
      expect(shardKey(`${identity}, correction`)).toBe('cityHash64(slot, transaction_index)');
  });

  test('is found through the table that reads and writes all shards', () => {
    const table = { table: 'slots', sortingKey: 'slot' };
    const engine = "ENGINE = Distributed('main', 'launchlens', 'slots_local', 0)";
    expect(overShards(SERVERS, 'launchlens', table)).toBe(
      `CREATE OR REPLACE TABLE \`slots\` AS \`slots_local\` ${engine}`,
    );
    expect(overShards(REPLICATED, 'launchlens', table)).toBe(
      `CREATE OR REPLACE TABLE \`slots\` ON CLUSTER 'main' AS \`slots_local\` ${engine}`,
    );
  });
});
