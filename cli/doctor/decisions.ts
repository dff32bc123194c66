import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { pendingDecisionMigrations } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import type { Check } from './check.ts';

const REMEDY = 'run `launchlens migrate`; `api` and `up` do it by themselves';

export const decisionsCheck: Check = {
  name: 'decision store',
  run: async ({ settings, logger }) => {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings;
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
      // Made by whoever needs it first; an indexer alone never does.
      return undefined;
    }
    const oltp = await createOltp({ databaseUrl, dataDir, logger }).catch((error: unknown) => {
      if (isLaunchlensError(error, 'OLTP_DIRECTORY_BUSY')) return error;
      throw error;
    });
    // A store that another Launchlens has open is a store that works.
    if ('code' in oltp) return { ok: true, detail: oltp.message };
    try {
      const pending = await pendingDecisionMigrations(oltp);
      if (pending.length === 0) return { ok: true, detail: `${oltp.describe()}, schema current` };
      const detail = `${oltp.describe()}, schema steps ${pending.join(', ')} are not applied`;
      return { ok: false, detail, remedy: REMEDY };
    } finally {
      await oltp.close();
    }
  },
};
