import { startEngineServer } from '../../../support/engine-server/start.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import { silentLogger } from '../../support/mirror-under-test.ts';
import { sqlSuite } from './suite.ts';

const ACCOUNT = { user: 'service', password: 'secret' } as const;

sqlSuite('SQL on a ClickHouse server', async () => {
  const server = await startEngineServer(ACCOUNT);
  const clickhouseUrl = `http://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${server.port}`;
  const olap = await openMigrated({ clickhouseUrl, dataDir: '/nonexistent', logger: silentLogger });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await server[Symbol.asyncDispose]();
    },
  };
});
