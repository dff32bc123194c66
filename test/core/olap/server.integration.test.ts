import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { olapSuite } from './suite.ts';

olapSuite('a ClickHouse server', async () => {
  const server = await startClickHouseServer();
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
