import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createOltp } from '../../../core/oltp/open.ts';
import { oltpSuite } from './suite.ts';

oltpSuite(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-oltp-'));
  const oltp = await createOltp({ dataDir, logger: pino({ level: 'silent' }) });
  return {
    oltp,
    dispose: async () => {
      await oltp.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
