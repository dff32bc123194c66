import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMigrated } from '../../../support/migrated-store.ts';
import { silentLogger } from '../../support/mirror-under-test.ts';
import { sqlSuite } from './suite.ts';

sqlSuite('SQL on the embedded engine', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-sql-'));
  const olap = await openMigrated({ dataDir, logger: silentLogger });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
