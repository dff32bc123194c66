import type { Settings } from '../core/kernel/settings/schema.ts';
import { migrate } from '../core/olap/migrate.ts';
import { createOlap } from '../core/olap/open.ts';
import type { Olap } from '../core/olap/port.ts';
import type { Cluster } from '../core/olap/server/cluster.ts';
import { migrateDecisions } from '../core/oltp/migrate.ts';
import { createOltp } from '../core/oltp/open.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { Session } from './session.ts';

type Configured = Pick<Session, 'settings' | 'logger'>;

/** The configured fact store, at whatever schema it has. */
export function createFacts({ settings, logger }: Configured): Promise<Olap> {
  return createOlap({
    clickhouseUrl: settings.CLICKHOUSE_URL,
    sqlUrl: settings.CLICKHOUSE_SQL_URL,
    cluster: clusterOf(settings),
    dataDir: settings.DATA_DIR,
    logger,
  });
}

function clusterOf({
  CLICKHOUSE_CLUSTER: name,
  CLICKHOUSE_REPLICATION: replication,
}: Settings): Cluster | undefined {
  return name === undefined ? undefined : { name, replication };
}

/** The configured store of decisions, at whatever schema it has. */
export function createDecisions({ settings, logger }: Configured): Promise<Oltp> {
  return createOltp({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR, logger });
}

/** Opens the fact store at the current schema; the session closes it after everything that uses it. */
export async function openFacts(session: Session): Promise<Olap> {
  const olap = await claimFacts(session);
  await upgradeFacts(session, olap);
  return olap;
}

/** Opens the fact store at whatever schema it has. Only it says that another process uses the directory. */
export async function claimFacts(session: Session): Promise<Olap> {
  const olap = await createFacts(session);
  session.shutdown.onClose('the fact store', () => olap.close());
  return olap;
}

async function upgradeFacts({ logger }: Session, olap: Olap): Promise<void> {
  await migrate(olap, { logger });
}

/** Opens the store of decisions in the same way. */
export async function openDecisions(session: Session): Promise<Oltp> {
  const { logger, shutdown } = session;
  const oltp = await createDecisions(session);
  shutdown.onClose('the store of decisions', () => oltp.close());
  await migrateDecisions(oltp, { logger });
  return oltp;
}

export interface Stores {
  readonly olap: Olap;
  readonly oltp: Oltp;
}

export async function openStores(session: Session): Promise<Stores> {
  return openStoresOver(session, await claimFacts(session));
}

/** Upgrades the fact store, and opens the store of decisions meanwhile. */
export async function openStoresOver(session: Session, olap: Olap): Promise<Stores> {
  const [, oltp] = await allEnded(upgradeFacts(session, olap), openDecisions(session));
  return { olap, oltp };
}

/** Whatever fails, nothing may still be opening when the session closes. */
export async function allEnded<Parts extends readonly Promise<unknown>[]>(...parts: Parts) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
