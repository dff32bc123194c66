import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { pendingMigrations } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import type { Check } from './check.ts';

export const factsCheck: Check = {
  name: 'fact store',
  run: async ({ settings, logger }) => {
    const { CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_CLUSTER: cluster, DATA_DIR: dataDir } = settings;
    const olap = await createOlap({ clickhouseUrl, cluster, dataDir, logger }).catch((error: unknown) => {
      if (isLaunchlensError(error, 'OLAP_DIRECTORY_BUSY')) return error;
      throw error;
    });
    // A store that another Launchlens has open works.
    if ('code' in olap) return { ok: true, detail: olap.message };
    try {
      const pending = await pendingMigrations(olap);
      if (pending.length === 0) return { ok: true, detail: `${olap.describe()}, schema current` };
      const detail = `${olap.describe()}, schema steps ${pending.join(', ')} are not applied`;
      return {
        ok: false,
        detail,
        remedy: 'run `launchlens migrate`; `index`, `api` and `up` do it by themselves',
      };
    } finally {
      await olap.close();
    }
  },
};
