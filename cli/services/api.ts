import { startApi } from '../../api/main.ts';
import { backtestsInThreads } from '../harness/backtests.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { startOperator } from '../operator/server.ts';
import { openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import { migratePrograms } from '../programs/start.ts';
import { decisionRoutes } from '../routes.ts';
import type { Running, Session } from '../session.ts';
import { openStores } from '../stores.ts';

/** Serves an index that another process writes. */
export async function api(session: Session, flags: ProgramFlags): Promise<Running> {
  const programs = await openPrograms(session, flags, 'api');
  const stores = await openStores(session);
  registerServiceMetrics({ ...session, ...stores });
  await migratePrograms(session, stores.olap, programs);
  const { url } = await startApi({
    ...{ ...session, ...stores, programs },
    backtests: backtestsInThreads(session.settings),
  });
  // With the index on a server, this is the only process that can read an embedded store of decisions.
  if (stores.olap.kind === 'server' && stores.oltp.kind === 'embedded')
    await startOperator(session, { command: 'api', routes: decisionRoutes(session, stores) });
  process.stdout.write(`Launchlens API: ${url}/docs\n`);
  return { done: never };
}

/** A read API ends only when it is asked to. */
const never = new Promise<void>(() => undefined);
