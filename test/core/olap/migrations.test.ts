import { describe, expect, test } from 'vitest';
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
      for (const statement of splitStatements(sql)) {
        const [, filled] = /^INSERT INTO (\w+) [^;]*\bSELECT\b/.exec(statement) ?? [];
        // Equal rows replace one another.
        if (filled)
          expect(sql).toMatch(new RegExp(`EXISTS ${filled}\n[^;]*ENGINE = ReplacingMergeTree\\(revision\\)`));
        else expect(statement).toMatch(REPEATABLE);
      }
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
