import { createServer } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOltp } from '../../../core/oltp/open.ts';
import {
  POSTGRES_SUITE_NAME,
  type PostgresServer,
  postgresIsMissing,
  startPostgres,
} from '../../support/postgres-server.ts';
import { unusedPort } from '../../support/processes.ts';
import { waitFor } from '../../support/wait-for.ts';
import { oltpSuite } from './suite.ts';

const logger = pino({ level: 'silent' });
const open = (databaseUrl: string) => createOltp({ databaseUrl, dataDir: '/nowhere', logger });

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  oltpSuite(async () => {
    const oltp = await open(await server.createDatabase());
    return { oltp, dispose: () => oltp.close() };
  });

  test('that refuses the password is told from one that is not there, without the password', async () => {
    const refused = open(server.url('postgres', 'wrong-secret'));
    await expect(refused).rejects.toMatchObject({
      code: 'OLTP_ACCESS_REFUSED',
      exit: 2,
      context: { user: 'launchlens', target: `127.0.0.1:${server.port}` },
    });
    await expect(refused).rejects.not.toThrow('wrong-secret');
  });

  test('without the database is told by its name', async () => {
    await expect(open(server.url('nothing_here'))).rejects.toMatchObject({
      code: 'OLTP_DATABASE_MISSING',
      context: { database: 'nothing_here' },
    });
  });

  test('that crashes fails what is under way and serves again once it is back', async () => {
    const oltp = await open(await server.createDatabase());
    await oltp.script('CREATE TABLE kept (id bigint); INSERT INTO kept VALUES (1)');
    const underWay = oltp.transaction((queries) => queries.run('SELECT pg_sleep(5)'));
    underWay.catch(() => undefined);
    await waitFor(() => isAsleep(server), { what: 'the statement to run' });

    await server.crash();

    await expect(underWay).rejects.toMatchObject({ code: 'OLTP_UNREACHABLE', retryable: true });
    expect(await oltp.run('INSERT INTO kept VALUES (2)')).toBe(1);
    expect(await oltp.run('DELETE FROM kept')).toBe(2);
    await oltp.close();
  });

  test('refuses statements once it is closed', async () => {
    const oltp = await open(await server.createDatabase());
    await oltp.close();
    await oltp.close();
    await expect(oltp.run('SELECT 1')).rejects.toMatchObject({ code: 'OLTP_CLOSED' });
    await expect(oltp.transaction(async () => undefined)).rejects.toMatchObject({ code: 'OLTP_CLOSED' });
  });
});

async function isAsleep(server: PostgresServer): Promise<boolean> {
  const oltp = await open(server.url());
  try {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(5)'`;
    return (await oltp.query(sql, [], z.unknown())).length > 0;
  } finally {
    await oltp.close();
  }
}

describe('an address where no PostgreSQL answers', () => {
  test('is told in one line: nobody listens', async () => {
    const port = await unusedPort();
    await expect(open(`postgres://me:secret@127.0.0.1:${port}/x`)).rejects.toMatchObject({
      code: 'OLTP_UNREACHABLE',
      message: `PostgreSQL at 127.0.0.1:${port} cannot be reached: the connection was refused.`,
    });
  });

  test('is told in one line: something else answers', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0);
    const { port } = server.address() as { port: number };
    await expect(open(`postgres://me:secret@127.0.0.1:${port}/x`)).rejects.toMatchObject({
      code: 'OLTP_UNREACHABLE',
    });
    server.close();
  });
});
