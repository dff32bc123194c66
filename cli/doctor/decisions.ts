import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { pendingDecisionMigrations } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import type { Check } from './check.ts';

const SECRET_REMEDY =
  'set JWT_SECRET, the same for every API process, or JWT_JWKS_URL: `api` and `up` need one of them with DATABASE_URL';
const REMEDY = 'run `launchlens migrate`; `api` and `up` do it by themselves';

/** An indexer needs none, so this is only a hint. */
function hasNoSecret({ DATABASE_URL, JWT_SECRET, JWT_JWKS_URL }: Settings): boolean {
  return DATABASE_URL !== undefined && JWT_SECRET === undefined && JWT_JWKS_URL === undefined;
}

export const decisionsCheck: Check = {
  name: 'decision store',
  run: async ({ settings, logger }) => {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings;
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
      // Created by the first process that needs it; an indexer alone never does.
      return undefined;
    }
    const oltp = await createOltp({ databaseUrl, dataDir, logger }).catch((error: unknown) => {
      if (isLaunchlensError(error, 'OLTP_DIRECTORY_BUSY')) return error;
      throw error;
    });
    // A store that another Launchlens has open works.
    if ('code' in oltp) return { ok: true, detail: oltp.message };
    try {
      const pending = await pendingDecisionMigrations(oltp);
      if (pending.length > 0) {
        const detail = `${oltp.describe()}, schema steps ${pending.join(', ')} are not applied`;
        return { ok: false, detail, remedy: REMEDY };
      }
      const detail = `${oltp.describe()}, schema current`;
      return hasNoSecret(settings) ? { ok: true, detail, remedy: SECRET_REMEDY } : { ok: true, detail };
    } finally {
      await oltp.close();
    }
  },
};
