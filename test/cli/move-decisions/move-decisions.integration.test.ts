import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../core/kernel/logger.ts';
import { migrateDecisions } from '../../../core/oltp/migrate.ts';
import { createOltp } from '../../../core/oltp/open.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { count } from '../../../core/oltp/statements.ts';
import { runLaunchlens } from '../../support/launchlens-process.ts';
import {
  BINARIES,
  POSTGRES_SUITE_NAME,
  type PostgresServer,
  postgresIsMissing,
  startPostgres,
} from '../../support/postgres-server.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { blocksOf, runSteps, stepsOf } from '../../support/transcript.ts';

const logger = createLogger('silent');

/** Every kind of column, awkward values, a table that refers to itself across pages, and ids that were used up. */
const ROWS = `
  INSERT INTO credentials (id, kind, owner, label, scopes, hash, prefix, last4, created_at, expires_at, revoked_at, replaced_by)
    SELECT 'c' || n, 'key', 'owner', E'a "b", (c)\\\\ d\\né ' || n, ARRAY['read', 'a,"b" {c}\\'], sha256(n::text::bytea),
      '', 'null', '2026-01-01 00:00:00.123456+00', '2026-06-01 12:00:00+05:45', CASE WHEN n < 1200 THEN now() END,
      CASE WHEN n < 1200 THEN 'c' || n + 1 END
    FROM generate_series(1200, 1, -1) AS n;
  INSERT INTO payout_requests (wallet, program, payout_mint, reward_amount, earning_count, requested_by, created_at)
    SELECT 'w', 'p', 'm', 999999999999999999999999999999999999999, 1, 'w', now() FROM generate_series(1, 3);
  DELETE FROM payout_requests WHERE id = 3;
  INSERT INTO payout_request_records VALUES (2, 18446744073709551615, 0, NULL);
  INSERT INTO operator_actions (at, operator, action, details)
    VALUES (now(), 'o', 'a', 'null'), ('0044-03-15 BC', 'o', 'a', '{"n": 12345678901234567890.10, "t": "\\u2028"}');
  INSERT INTO credential_events (kind, credential_id, owner, at, surface, reason) VALUES ('issued', 'c1', 'o', now(), '', '');
  UPDATE launch_gate SET version = 7;`;

describe.skipIf(postgresIsMissing)(`the decisions on their way to ${POSTGRES_SUITE_NAME}`, () => {
  let home: TemporaryDirectory;
  let server: PostgresServer;
  let embedded: Oltp;
  beforeAll(async () => {
    [home, server] = await Promise.all([temporaryDirectory(), startPostgres()]);
    embedded = await open();
    await migrateDecisions(embedded, { logger });
    await embedded.script(ROWS);
  });
  afterAll(async () => {
    await embedded?.close();
    await server?.[Symbol.asyncDispose]();
    await home?.[Symbol.asyncDispose]();
  });

  const open = (databaseUrl?: string) => createOltp({ databaseUrl, dataDir: home.path, logger });
  const move = (databaseUrl: string) =>
    runLaunchlens(['move-decisions'], {
      cwd: home.path,
      env: { DATA_DIR: home.path, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    });

  /** Everything that a database has: rows, constraints and where its ids go on. */
  async function contentOf(oltp: Oltp): Promise<readonly string[]> {
    const line = z.object({ line: z.string() });
    const lines = async (sql: string) => (await oltp.query(sql, [], line)).map((row) => row.line);
    const tables = await lines(`SELECT tablename AS line FROM pg_tables WHERE schemaname = 'public'
      AND tablename <> 'schema_migrations'`);
    const rows = tables.map((table) =>
      lines(`SELECT '${table} ' || to_jsonb(t)::text AS line FROM ${table} t`),
    );
    const more = [
      `SELECT conrelid::regclass || ' ' || conname || pg_get_constraintdef(oid) AS line FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
      `SELECT sequencename || ' ' || coalesce(last_value, 0) AS line FROM pg_sequences`,
    ].map(lines);
    return (await Promise.all([...rows, ...more])).flat().sort();
  }

  async function onServer<Value>(url: string, work: (oltp: Oltp) => Promise<Value>): Promise<Value> {
    const oltp = await open(url);
    return work(oltp).finally(() => oltp.close());
  }

  const tablesOf = (oltp: Oltp) =>
    count(oltp, `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`, []);

  test('stay where they are while a process has them open', async () => {
    const url = await server.createDatabase();

    expect(await move(url)).toMatchObject({ code: 2, stderr: expect.stringContaining('is in use by') });
    expect(await onServer(url, tablesOf)).toBe(0);
  });

  test('stay where they are if the database has tables', async () => {
    await embedded.close();
    const url = await server.createDatabase();
    await onServer(url, (oltp) => oltp.script('CREATE TABLE one (id bigint)'));

    const refused = await move(url);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('already has tables') });
    expect(await onServer(url, tablesOf)).toBe(1);
  });

  test('leave nothing on a server that refuses a row of the last table', async () => {
    embedded = await open();
    await embedded.script(`ALTER TABLE webhooks DROP CONSTRAINT webhooks_credential_id_fkey;
      INSERT INTO webhooks (id, owner, url, label, events, created_at, credential_id)
        VALUES ('w', 'o', '', '', ARRAY['e'], now(), 'nobody')`);
    await embedded.close();
    const url = await server.createDatabase();

    expect(await move(url)).toMatchObject({ code: 1, stderr: expect.stringContaining('23503') });
    expect(await onServer(url, tablesOf)).toBe(0);

    embedded = await open();
    await embedded.script(`DELETE FROM webhooks; ALTER TABLE webhooks ADD CONSTRAINT webhooks_credential_id_fkey
      FOREIGN KEY (credential_id) REFERENCES credentials (id)`);
  });

  test('are on the server to the last row, and no longer used where they were', async () => {
    const before = await contentOf(embedded);
    await embedded.close();
    const url = await server.createDatabase();

    // A server with another time zone and notation of times shows the same rows in another way.
    await onServer(url, (oltp) =>
      oltp.script(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TimeZone = 'Asia/Kathmandu';
        ALTER DATABASE ${new URL(url).pathname.slice(1)} SET DateStyle = 'SQL, DMY'`),
    );
    const { code, stdout, stderr } = await move(url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^credentials: 1200 rows, digest [0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^moved 1,207 rows to PostgreSQL at 127\.0\.0\.1:\d+, database test_\d+$/m);

    const inUtc = (one: string) => onServer(`${one}?options=-c%20TimeZone%3DUTC`, contentOf);
    expect(await inUtc(url)).toEqual(before);
    expect(await inUtc(await dumpedAndRestored(url))).toEqual(before);
    await expect(open()).rejects.toMatchObject({ code: 'OLTP_MOVED', exit: 2 });
    expect(await move(await server.createDatabase())).toMatchObject({ code: 2 });
  });

  /** As docs/backups.md shows it. Returns where the copy is. */
  async function dumpedAndRestored(url: string): Promise<string> {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/backups.md'), 'utf8');
    const block = blocksOf(page, 'console').find((text) => text.includes('pg_dump')) ?? '';
    const env = { DATABASE_URL: url, PATH: [BINARIES, process.env.PATH].join(delimiter) };
    await runSteps(stepsOf(block), { cwd: home.path, env });
    return server.url('restored');
  }

  test('that are not there are not moved', async () => {
    await using empty = await temporaryDirectory();
    const env = { DATA_DIR: empty.path, DATABASE_URL: await server.createDatabase() };

    const refused = await runLaunchlens(['move-decisions'], { cwd: empty.path, env });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('has no decisions') });
  });
});
