import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { requireChain, requireStream } from '../../indexer/chain-settings.ts';
import { startIndexer } from '../../indexer/main.ts';
import { registerProgramMetrics } from '../../indexer/metrics.ts';
import { startStatus } from '../../indexer/status.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { startOperator } from '../operator/server.ts';
import { openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import { startPrograms } from '../programs/start.ts';
import { operatorRoutes } from '../routes.ts';
import type { Running, Session } from '../session.ts';
import { openFacts } from '../stores.ts';
import { showStatus } from '../terminal/status-line.ts';

export interface IndexFlags extends ProgramFlags {
  /** Waits for the indexer that writes to the store, and takes over. */
  readonly standby: boolean;
}

export async function index(session: Session, flags: IndexFlags): Promise<Running> {
  const { standby } = flags;
  const programs = await openPrograms(session, flags, 'index');
  const launches = session.settings.ESCROW_PROGRAM_ID !== undefined || programs.length === 0;
  if (launches) requireChain(session.settings, 'index');
  else requireStream(session.settings, 'index');
  if (standby) requireSharedStore(session.settings);
  const status = await startStatus(session);
  const olap = await openFacts(session);
  registerServiceMetrics({ ...session, olap });
  const following = { ...session, command: 'index', olap, standby };
  const indexer = launches
    ? await startIndexer({ ...following, onStandby: status.standby, onStep: status.step })
    : undefined;
  const followed = await startPrograms(following, programs);
  const running = [...(indexer ? [indexer] : []), ...followed.values()];
  registerProgramMetrics(followed, session);
  // The status page is as ready as the index of the launches, or as those of all programs.
  if (indexer) status.watch(indexer);
  else status.watchPrograms(followed);
  if (olap.kind === 'embedded')
    await startOperator(session, {
      command: 'index',
      routes: operatorRoutes(session, { olap, indexer, programs: followed }),
    });
  showStatus(session, { launches: indexer, programs: followed });
  return { done: Promise.race(running.map(({ done }) => done)) };
}

/** An embedded store belongs to one process. @throws SETTING_MISSING */
function requireSharedStore({ CLICKHOUSE_URL: name }: Settings): void {
  if (name !== undefined) return;
  const remedy = 'set it to the ClickHouse server that both indexers write to';
  throw new LaunchlensError('SETTING_MISSING', {
    name: 'CLICKHOUSE_URL',
    command: 'index --standby',
    remedy,
  });
}
