import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { migration } from '../../../../core/kernel/migration-files.ts';
import {
  migrateDecisions,
  pendingDecisionMigrations,
  readDecisionMigrations,
} from '../../../../core/oltp/migrate.ts';
import { booleanColumn } from '../../../../core/oltp/statements.ts';
import type { GetOltp } from './under-test.ts';

const logger = pino({ level: 'silent' });

export function migrationSuite(oltp: GetOltp): void {
  const exists = async (table: string): Promise<boolean | undefined> => {
    const row = z.object({ found: booleanColumn });
    return (await oltp().query('SELECT to_regclass($1) IS NOT NULL AS found', [table], row))[0]?.found;
  };
  const first = migration(1, 'first', 'CREATE TABLE first (id bigint);');

  describe('migrations', () => {
    beforeEach(async () => {
      await oltp().script('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    });

    test('take every step once, and say so', async () => {
      const numbers = (await readDecisionMigrations()).map(({ number }) => number);
      expect(await pendingDecisionMigrations(oltp())).toEqual(numbers);
      expect(await migrateDecisions(oltp(), { logger })).toEqual({
        applied: numbers,
        current: numbers.at(-1),
      });
      expect(await migrateDecisions(oltp(), { logger })).toEqual({ applied: [], current: numbers.at(-1) });
      expect(await pendingDecisionMigrations(oltp())).toEqual([]);
    });

    test('take a chain whose launches were told of before as one that was looked at', async () => {
      const known = await readDecisionMigrations();
      const before = known.slice(
        0,
        known.findIndex(({ name }) => name === 'told_chains'),
      );
      await migrateDecisions(oltp(), { logger, migrations: before });
      await oltp().run(`INSERT INTO told_phases (chain, launch_id, phase, indexed_at)
        VALUES ('a', 1, 'active', now()), ('a', 2, 'active', now()), ('b', 1, 'failed', now())`);
      await migrateDecisions(oltp(), { logger, migrations: known });
      const row = z.object({ chain: z.string() });
      expect(await oltp().query('SELECT chain FROM told_chains ORDER BY chain', [], row)).toEqual([
        ...[{ chain: 'a' }, { chain: 'b' }],
      ]);
    });

    test('store the strategies that nothing watches, and leave the others as they are', async () => {
      const known = await readDecisionMigrations();
      const before = known.slice(
        0,
        known.findIndex(({ name }) => name === 'stored_strategies'),
      );
      await migrateDecisions(oltp(), { logger, migrations: before });
      await oltp().run(`INSERT INTO credentials
          (id, kind, owner, label, scopes, hash, prefix, last4, created_at, expires_at)
        VALUES ('c', 'key', 'o', 'x', '{strategy}', sha256('c'), 'p', 'l', now(), now() + interval '1 day')`);
      await oltp().run(`INSERT INTO strategies
          (id, owner, kind, name, plan, settings, status, credential_id, created_at, updated_at)
        SELECT kind || ' ' || status, 'o', kind, 'x', '{}', '{}', status, 'c', now(), now()
        FROM unnest(ARRAY['dca', 'arb']) AS kind,
          unnest(ARRAY['draft', 'active', 'paused', 'cancelled']) AS status`);
      await migrateDecisions(oltp(), { logger, migrations: known });
      const row = z.object({ id: z.string() });
      const stored = `SELECT id FROM strategies WHERE status = 'stored' ORDER BY id`;
      expect((await oltp().query(stored, [], row)).map(({ id }) => id)).toEqual([
        ...['arb active', 'arb draft', 'arb paused', 'dca draft'],
      ]);
    });

    test('turn off webhooks that an agent may have registered, and leave on those that only the owner can have', async () => {
      const known = await readDecisionMigrations();
      const before = known.slice(
        0,
        known.findIndex(({ name }) => name === 'webhook_registrants'),
      );
      await migrateDecisions(oltp(), { logger, migrations: before });
      await oltp().script(`
        INSERT INTO credentials (id, kind, owner, label, scopes, hash, prefix, last4, created_at, expires_at)
          SELECT owner, 'key', owner, 'bot', scopes, sha256(owner::bytea), 'llk_', 'abcd', now(), now() + interval '1 day'
          FROM (VALUES ('managed', ARRAY['read', 'manage']), ('read', ARRAY['read'])) AS given (owner, scopes);
        INSERT INTO webhooks (id, owner, url, label, events, created_at)
          SELECT owner, owner, 'https://a.example/', '', ARRAY['launch.settled'], now()
          FROM (VALUES ('managed'), ('read'), ('none')) AS owners (owner)`);
      await migrateDecisions(oltp(), { logger, migrations: known });
      const row = z.object({ id: z.string(), on: booleanColumn });
      const states = 'SELECT id, disabled_at IS NULL AS "on" FROM webhooks ORDER BY id';
      expect(await oltp().query(states, [], row)).toEqual([
        ...[
          { id: 'managed', on: false },
          { id: 'none', on: true },
          { id: 'read', on: true },
        ],
      ]);
    });

    test('that start together take the steps one after another', async () => {
      const results = await Promise.all(
        Array.from({ length: 4 }, () => migrateDecisions(oltp(), { logger })),
      );
      expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    });

    test('leave the schema as it was when a step fails', async () => {
      const broken = migration(2, 'broken', 'CREATE TABLE second (id bigint); SELECT nonsense;');
      const failing = migrateDecisions(oltp(), { logger, migrations: [first, broken] });
      await expect(failing).rejects.toMatchObject({ code: 'OLTP_REJECTED' });
      expect([await exists('first'), await exists('second')]).toEqual([false, false]);
    });

    test('refuse a schema that is newer than they know', async () => {
      const newer = [first, migration(2, 'second', 'CREATE TABLE second (id bigint);')];
      await migrateDecisions(oltp(), { logger, migrations: newer });
      await expect(migrateDecisions(oltp(), { logger, migrations: [first] })).rejects.toMatchObject({
        code: 'OLTP_SCHEMA_NEWER',
        context: { found: 2, known: 1 },
      });
    });

    test('refuse a step that was applied with other content', async () => {
      await migrateDecisions(oltp(), { logger, migrations: [first] });
      const changed = migration(1, 'first', 'CREATE TABLE first (id text);');
      await expect(migrateDecisions(oltp(), { logger, migrations: [changed] })).rejects.toMatchObject({
        code: 'OLTP_MIGRATION_CHANGED',
        context: { number: 1, name: 'first' },
      });
    });
  });
}
