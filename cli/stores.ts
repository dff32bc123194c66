import { migrate } from '../core/olap/migrate.ts';
import { createOlap } from '../core/olap/open.ts';
import type { Olap } from '../core/olap/port.ts';
import { migrateDecisions } from '../core/oltp/migrate.ts';
import { createOltp } from '../core/oltp/open.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { Session } from './session.ts';

/** Opens the fact store at the current schema; the session closes it after everything that uses it. */
export async function openFacts({ settings, logger, shutdown }: Session): Promise<Olap> {
  const { CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_CLUSTER: cluster, DATA_DIR: dataDir } = settings;
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir, logger });
  shutdown.onClose('the fact store', () => olap.close());
  await migrate(olap, { logger, cluster });
  return olap;
}

/** Opens the store of decisions in the same way. */
export async function openDecisions({ settings, logger, shutdown }: Session): Promise<Oltp> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings;
  const oltp = await createOltp({ databaseUrl, dataDir, logger });
  shutdown.onClose('the store of decisions', () => oltp.close());
  await migrateDecisions(oltp, { logger });
  return oltp;
}

export interface Stores {
  readonly olap: Olap;
  readonly oltp: Oltp;
}

export async function openStores(session: Session): Promise<Stores> {
  return { olap: await openFacts(session), oltp: await openDecisions(session) };
}
