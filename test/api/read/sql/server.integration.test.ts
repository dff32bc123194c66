import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOlap } from '../../../../core/olap/open.ts';
import type { GuestAnswer, Olap } from '../../../../core/olap/port.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../../support/clickhouse-server/start.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import { silentLogger } from '../../support/mirror-under-test.ts';
import { sqlSuite } from './suite.ts';

const ACCOUNT = { user: 'service', password: 'secret' } as const;
/** As docs/clickhouse.md has it. */
const READER = {
  user: 'reader',
  password: 'of strangers',
  grants: ['GRANT SELECT ON launchlens.*'],
};

const start = (): Promise<ClickHouseServer> => startClickHouseServer({ ...ACCOUNT, restricted: [READER] });
const storeAt = ({ port }: ClickHouseServer, reader = READER) => ({
  clickhouseUrl: `http://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${port}`,
  sqlUrl: `http://${reader.user}:${encodeURIComponent(reader.password)}@127.0.0.1:${port}`,
  dataDir: '/nonexistent',
  logger: silentLogger,
});

sqlSuite('SQL on a ClickHouse server, asked as a user of its own', async () => {
  const server = await start();
  const olap = await openMigrated(storeAt(server));
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await server[Symbol.asyncDispose]();
    },
  };
});

describe('the user who asks SQL of strangers', () => {
  let server: ClickHouseServer;
  let olap: Olap;
  beforeAll(async () => {
    server = await start();
    olap = await openMigrated(storeAt(server));
  });
  afterAll(async () => {
    await olap.close();
    await server[Symbol.asyncDispose]();
  });
  const ask = (sql: string): Promise<GuestAnswer> =>
    olap.guests.ask({ sql, format: 'JSONCompact', settings: {}, signal: AbortSignal.timeout(10_000) });

  test('is the one of CLICKHOUSE_SQL_URL, whom the server itself keeps from everything else', async () => {
    const user = await ask('SELECT currentUser()');
    expect(user.kind === 'answered' && JSON.parse(Buffer.from(user.bytes).toString()).data).toEqual([
      [READER.user],
    ]);
    await olap.writer.command({ sql: 'CREATE TABLE default.others (a UInt8) ENGINE = Memory' });
    for (const sql of ['SELECT * FROM default.others', 'SELECT * FROM system.users']) {
      expect(await ask(sql)).toMatchObject({ kind: 'rejected', exception: { name: 'ACCESS_DENIED' } });
    }
  });

  test('must be known to the server when the store is opened', async () => {
    const opening = createOlap(storeAt(server, { ...READER, password: 'another' }));
    await expect(opening).rejects.toMatchObject({
      code: 'OLAP_REJECTED',
      message: expect.stringContaining('as the user of CLICKHOUSE_SQL_URL refused the statement (code 516)'),
    });
    const malformed = createOlap({ ...storeAt(server), sqlUrl: 'http://127.0.0.1/?user=a' });
    await expect(malformed).rejects.toMatchObject({
      message: expect.stringContaining('CLICKHOUSE_SQL_URL'),
    });
  });
});
