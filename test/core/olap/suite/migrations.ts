import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { migration } from '../../../../core/kernel/migration-files.ts';
import { migrate } from '../../../../core/olap/migrate.ts';
import { readMigrations } from '../../../../core/olap/migrations/files.ts';
import type { GetOlap } from './under-test.ts';

const logger = pino({ level: 'silent' });

export function migrationSuite(olap: GetOlap): void {
  const tableNames = async (): Promise<string[]> => {
    const rows = await olap().reader.query(
      { sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()' },
      z.object({ name: z.string() }),
    );
    return rows.map(({ name }) => name);
  };

  // These tests build on one another: one database grows through them.
  describe('migrations', () => {
    test('a crash in the middle of a step is made good by the next run', async () => {
      // Given a step whose second statement fails, as a crash would end it
      const [first] = await readMigrations();
      if (!first) throw new Error('there is no first migration');
      await migrate(olap(), { logger, migrations: [first] });
      const create = 'CREATE TABLE IF NOT EXISTS half (n UInt64)\nENGINE = MergeTree\nORDER BY n;\n';
      const broken = migration(2, 'half', `${create}CREATE TABLE;\n`);
      await expect(migrate(olap(), { logger, migrations: [first, broken] })).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
      });

      // When the whole step runs
      const whole = migration(2, 'half', `${create}DROP TABLE half;\n`);
      const result = await migrate(olap(), { logger, migrations: [first, whole] });

      // Then it is taken once, and only it
      expect(result).toEqual({ applied: [2], current: 2 });
      expect(await migrate(olap(), { logger, migrations: [first, whole] })).toEqual({
        applied: [],
        current: 2,
      });
    });

    test('a step changed after it was applied is refused by its number', async () => {
      const [first] = await readMigrations();
      if (!first) throw new Error('there is no first migration');
      const changed = migration(2, 'half', 'SELECT 1;\n');
      await expect(migrate(olap(), { logger, migrations: [first, changed] })).rejects.toMatchObject({
        code: 'OLAP_MIGRATION_CHANGED',
        context: { number: 2, name: 'half' },
      });
    });

    test('a database of a newer program is refused', async () => {
      const [first] = await readMigrations();
      if (!first) throw new Error('there is no first migration');
      await expect(migrate(olap(), { logger, migrations: [first] })).rejects.toMatchObject({
        code: 'OLAP_SCHEMA_NEWER',
        context: { found: 2, known: 1 },
      });
    });

    test('the real schema is made once and is then left alone', async () => {
      await olap().writer.command({ sql: 'DROP TABLE IF EXISTS schema_migrations SYNC' });
      const known = await readMigrations();
      const first = await migrate(olap(), { logger });
      const second = await migrate(olap(), { logger });
      expect(first.applied).toEqual(known.map(({ number }) => number));
      expect(second).toEqual({ applied: [], current: known.length });
      expect(await tableNames()).toEqual(
        expect.arrayContaining([
          'launch_versions',
          'pledge_versions',
          'token_account_versions',
          'escrow_flows',
          'slots',
          'reward_events',
          'checkpoints',
          'audits',
          'launches',
          'pledges',
          'rewards',
        ]),
      );
    });
  });
}
