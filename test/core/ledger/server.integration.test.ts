import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { ledgerSuite } from './suite.ts';

ledgerSuite('the reward ledger on a server', async () => {
  const server = await startClickHouseServer();
  const open = () =>
    createOlap({
      clickhouseUrl: server.url,
      dataDir: '/nonexistent',
      logger: pino({ level: 'silent' }),
    });
  const [olap, second] = [await open(), await open()];
  return {
    ...{ olap, second },
    dispose: async () => {
      await second.close();
      await olap.close();
      await server.stop();
    },
  };
});
