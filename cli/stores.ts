import { migrate } from '../core/olap/migrate.ts';
import { createOlap } from '../core/olap/open.ts';
import type { Olap } from '../core/olap/port.ts';
import type { Session } from './session.ts';

/** Opens the fact store at the current schema; it closes with the session, after everything that stands on it. */
export async function openFacts({ settings, logger, shutdown }: Session): Promise<Olap> {
  const { CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_CLUSTER: cluster, DATA_DIR: dataDir } = settings;
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir, logger });
  shutdown.onClose('the fact store', () => olap.close());
  await migrate(olap, { logger, cluster });
  return olap;
}
