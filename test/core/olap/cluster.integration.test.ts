import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';
import { startCluster } from '../../support/clickhouse-server/cluster.ts';
import { olapSuite } from './suite.ts';

olapSuite('a ClickHouse cluster of two shards', async () => {
  const engines = await startCluster(2);
  const { url: clickhouseUrl, cluster } = engines;
  const logger = pino({ level: 'silent' });
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir: '/nonexistent', logger });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await engines[Symbol.asyncDispose]();
    },
  };
});
