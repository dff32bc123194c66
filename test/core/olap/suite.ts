import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnSuite } from './suite/columns.ts';
import { failureSuite } from './suite/failures.ts';
import { laneSuite } from './suite/lanes.ts';
import { migrationSuite } from './suite/migrations.ts';
import { parameterSuite } from './suite/parameters.ts';
import type { OlapUnderTest, OpenOlap } from './suite/under-test.ts';
import { valueSuite } from './suite/values.ts';

/** What every backing of the port must do. `open` may be called once for a file: chDB allows one directory a process. */
export function olapSuite(name: string, open: OpenOlap): void {
  describe(name, () => {
    let held: OlapUnderTest | undefined;
    beforeAll(async () => {
      held = await open();
    });
    afterAll(async () => {
      await held?.dispose();
    });
    const olap = () => {
      if (!held) throw new Error('the store under test is not open');
      return held.olap;
    };

    valueSuite(olap);
    parameterSuite(olap);
    columnSuite(olap);
    laneSuite(olap);
    failureSuite(olap);
    migrationSuite(olap);

    test('names what it reaches, without credentials', () => {
      expect(olap().describe()).toMatch(/chDB|ClickHouse at 127\.0\.0\.1:\d+/);
      expect(olap().describe()).not.toContain('@');
    });

    test('answers inside the database launchlens', async () => {
      const rows = await olap().reader.query(
        { sql: 'SELECT currentDatabase() AS name' },
        z.object({ name: z.string() }),
      );
      expect(rows).toEqual([{ name: 'launchlens' }]);
    });

    test('another database has its own tables, and closes with the store', async () => {
      // Given a table of the same name in each of two databases
      const [vault, again, pool] = await Promise.all(
        (['launchlens_vault', 'launchlens_vault', 'launchlens_pool'] as const).map((name) =>
          olap().database(name),
        ),
      );
      expect(again).toBe(vault);
      expect(vault?.shared).not.toBe(olap().shared);
      for (const [value, database] of [vault, pool].entries()) {
        await database?.writer.command({ sql: 'DROP TABLE IF EXISTS apart' });
        await database?.writer.command({
          sql: 'CREATE TABLE apart (n UInt64) ENGINE = MergeTree ORDER BY n',
        });
        await database?.writer.command({ sql: `INSERT INTO apart SELECT ${value}` });
      }

      // Then each lane reads the rows of its own database
      for (const [value, database] of [vault, pool].entries()) {
        for (const lane of [database?.reader, database?.scanner, database?.control]) {
          const rows = await lane?.query({ sql: 'SELECT n FROM apart' }, z.object({ n: z.string() }));
          expect(rows).toEqual([{ n: `${value}` }]);
        }
      }
    });
  });
}
