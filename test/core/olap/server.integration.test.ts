import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { olapSuite } from './suite.ts';

/** A throwaway server to run against in place of the one that the test starts; its database `launchlens` is used. */
const given = process.env.TEST_CLICKHOUSE_URL;

olapSuite('a ClickHouse server', async () => {
  const server = given ? { url: given, stop: async () => {} } : await startClickHouseServer();
  const logger = pino({ level: 'silent' });
  const olap = await createOlap({ clickhouseUrl: server.url, dataDir: '/nonexistent', logger });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await server.stop();
    },
  };
});
