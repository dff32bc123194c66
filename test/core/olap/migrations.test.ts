import { describe, expect, test } from 'vitest';
import { createDatabase, onCluster } from '../../../core/olap/migrations/cluster.ts';
import { readMigrations, splitStatements } from '../../../core/olap/migrations/files.ts';

/** Making an index that stands already changes nothing. */
const REPEATABLE =
  /^(CREATE .* IF NOT EXISTS |DROP VIEW IF EXISTS |ALTER TABLE \w+\s+(ADD (COLUMN|INDEX) IF NOT EXISTS|MATERIALIZE INDEX|MODIFY QUERY|MODIFY SETTING)\s)/;

describe('the statements of a migration', () => {
  test('end with a semicolon at the end of a line; comment lines are left out', () => {
    const text = "-- first; not a statement\nSELECT ';' AS a,\n  1;\n\nSELECT 2 ;\n-- last\n";
    expect(splitStatements(text)).toEqual(["SELECT ';' AS a,\n  1", 'SELECT 2']);
  });

  test('are all safe to run twice', async () => {
    for (const { sql } of await readMigrations()) {
      for (const statement of splitStatements(sql)) expect(statement).toMatch(REPEATABLE);
    }
  });

  test('are numbered from 1 without a hole', async () => {
    const numbers = (await readMigrations()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('sync every table to disk before an insert is acknowledged', async () => {
    for (const { name, sql } of await readMigrations()) {
      for (const statement of splitStatements(sql)) {
        const holdsFacts = /^CREATE TABLE/.test(statement) && name !== 'schema_migrations';
        if (holdsFacts) expect(statement).toContain('fsync_after_insert = 1, fsync_part_directory = 1');
      }
    }
  });
});

describe('the schema on a cluster', () => {
  test('creates each thing on every node', () => {
    expect(onCluster('CREATE TABLE IF NOT EXISTS slots\n(\n    n UInt64\n)', 'main')).toBe(
      "CREATE TABLE IF NOT EXISTS slots ON CLUSTER 'main'\n(\n    n UInt64\n)",
    );
    expect(onCluster('CREATE VIEW IF NOT EXISTS launches AS\nSELECT 1', 'main')).toBe(
      "CREATE VIEW IF NOT EXISTS launches ON CLUSTER 'main' AS\nSELECT 1",
    );
    expect(onCluster('CREATE MATERIALIZED VIEW IF NOT EXISTS feed TO wallets AS\nSELECT 1', 'main')).toBe(
      "CREATE MATERIALIZED VIEW IF NOT EXISTS feed ON CLUSTER 'main' TO wallets AS\nSELECT 1",
    );
    expect(onCluster('ALTER TABLE slots ADD COLUMN n UInt8', 'main')).toBe(
      "ALTER TABLE slots ON CLUSTER 'main' ADD COLUMN n UInt8",
    );
    expect(onCluster('ALTER TABLE `Position_versions` ADD COLUMN n UInt8', 'main')).toBe(
      "ALTER TABLE `Position_versions` ON CLUSTER 'main' ADD COLUMN n UInt8",
    );
    expect(onCluster('DROP VIEW IF EXISTS launches', 'main')).toBe(
      "DROP VIEW IF EXISTS launches ON CLUSTER 'main'",
    );
    expect(createDatabase('launchlens', 'main')).toBe(
      "CREATE DATABASE IF NOT EXISTS launchlens ON CLUSTER 'main'",
    );
    expect(createDatabase('launchlens', undefined)).toBe('CREATE DATABASE IF NOT EXISTS launchlens');
  });

  test('makes tables replicated and keeps the engine its own arguments', () => {
    const replica = "'/clickhouse/tables/{uuid}/all', '{replica}'";
    expect(onCluster('ENGINE = ReplacingMergeTree(revision)\nORDER BY slot', 'main')).toBe(
      `ENGINE = ReplicatedReplacingMergeTree(${replica}, revision)\nORDER BY slot`,
    );
    expect(onCluster('ENGINE = MergeTree\nORDER BY slot', 'main')).toBe(
      `ENGINE = ReplicatedMergeTree(${replica})\nORDER BY slot`,
    );
  });

  test('leaves no table of the real schema on one node only', async () => {
    for (const { sql } of await readMigrations()) {
      for (const statement of splitStatements(sql)) {
        const rendered = onCluster(statement, 'main');
        expect(rendered).toContain("ON CLUSTER 'main'");
        if (/^CREATE TABLE/.test(rendered)) expect(rendered).toMatch(/ENGINE = Replicated\w*MergeTree\(/);
      }
    }
  });
});
