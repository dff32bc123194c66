import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';
import { ledgerSuite } from './suite.ts';

ledgerSuite('the reward ledger in an embedded store', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-ledger-'));
  const olap = await createOlap({ dataDir, logger: pino({ level: 'silent' }) });
  return {
    olap,
    dispose: async () => {
      await olap.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
