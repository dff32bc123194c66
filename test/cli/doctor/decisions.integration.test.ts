import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisionsCheck } from '../../../cli/doctor/stores.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { loadSettings } from '../../../core/kernel/settings/load.ts';
import { migrateDecisions } from '../../../core/oltp/migrate.ts';
import { createOltp } from '../../../core/oltp/open.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import {
  POSTGRES_SUITE_NAME,
  type PostgresServer,
  postgresIsMissing,
  startPostgres,
} from '../../support/postgres-server.ts';

const logger = createLogger('silent');
const SECRET = { JWT_SECRET: 's'.repeat(32) };
const checked = (environment: Record<string, string>) => {
  const settings = loadSettings({ environment: { DATA_DIR: '/nowhere', ...environment } });
  return decisionsCheck.run({
    settings,
    logger,
    clock: systemClock,
    rpcLimit: openRpcLimit(settings),
    programs: [],
    signal: AbortSignal.timeout(60_000),
  });
};

test('the doctor says nothing of an embedded store of decisions that nobody has made', async () => {
  expect(await checked({})).toBeUndefined();
});

describe.skipIf(postgresIsMissing)(`the doctor looks at ${POSTGRES_SUITE_NAME}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test('and says what is missing, with the remedy, until nothing is', async () => {
    const DATABASE_URL = await server.createDatabase();
    const where = `PostgreSQL at 127.0.0.1:${server.port}, database ${new URL(DATABASE_URL).pathname.slice(1)}`;
    expect(await checked({ DATABASE_URL, ...SECRET })).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`${where}, schema steps 1, 2, 3`),
      remedy: expect.stringContaining('launchlens migrate'),
    });

    const oltp = await createOltp({ databaseUrl: DATABASE_URL, dataDir: '/nowhere', logger });
    await migrateDecisions(oltp, { logger });
    await oltp.close();
    const current = { ok: true, detail: `${where}, schema current` };
    expect(await checked({ DATABASE_URL })).toEqual({
      ...current,
      remedy: expect.stringContaining('JWT_SECRET'),
    });
    expect(await checked({ DATABASE_URL, ...SECRET })).toEqual(current);
  });

  test('and names what refuses it, without the password', async () => {
    const refused = checked({ DATABASE_URL: server.url('postgres', 'open-sesame') });
    await expect(refused).rejects.toMatchObject({ code: 'OLTP_ACCESS_REFUSED' });
    await expect(refused).rejects.not.toThrow('open-sesame');
  });
});
