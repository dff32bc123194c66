import { startApi } from '../../api/main.ts';
import { ignoreStuck, settledReads } from '../../core/olap/settled.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { registerIndexerMetrics, registerProgramMetrics } from '../../indexer/metrics.ts';
import type { LocalChain } from '../demo/local-chain.ts';
import { showRewards } from '../demo/rewards.ts';
import { backtestsInThreads } from '../harness/backtests.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { startOperator } from '../operator/server.ts';
import { migratePrograms, startPrograms } from '../programs/start.ts';
import { operatorRoutes } from '../routes.ts';
import type { Running, Session } from '../session.ts';
import type { Stores } from '../stores.ts';
import { showStatus } from '../terminal/status-line.ts';
import { welcome } from '../terminal/welcome.ts';
import { startTogether } from './together.ts';

interface Parts extends Stores {
  readonly programs: readonly Program[];
  /** Undefined unless this is the demo. */
  readonly chain?: LocalChain;
}

/** Serves and follows, in one process. */
export async function runAll(session: Session, { olap, oltp, programs, chain }: Parts): Promise<Running> {
  const { settings, logFile, clock, registry } = session;
  registerServiceMetrics({ settings, registry, olap, oltp });
  await migratePrograms(session, olap, programs);
  let step: string | undefined;
  const onStep = (now: string): void => {
    step = now;
  };
  const following = { ...session, command: 'up', olap };
  const backtests = backtestsInThreads(settings);
  const serving = { ...session, olap, oltp, programs, starting: () => step, backtests };
  const { indexer, api } =
    settings.ESCROW_PROGRAM_ID === undefined
      ? { indexer: undefined, api: await startApi(serving) }
      : await startTogether(serving, { ...following, onStep });
  if (indexer) registerIndexerMetrics(indexer, { clock, registry });
  const followed = await startPrograms(following, programs, api.nudgeProgram);
  registerProgramMetrics(followed, { clock, registry });
  const settled = indexer ? settledReads(olap, () => indexer.settle().catch(ignoreStuck)) : olap;
  if (olap.kind === 'embedded' || oltp.kind === 'embedded')
    await startOperator(session, {
      command: 'up',
      routes: operatorRoutes(session, { olap: settled, oltp, indexer, programs: followed }),
    });
  if (chain) {
    const { rpc_url: rpcUrl, reward_mint: mint } = chain.addresses;
    await showRewards({ ...session, olap, rpcUrl, mint });
  }
  const kept = { facts: olap.describe(), decisions: oltp.describe() };
  process.stdout.write(
    welcome({ apiUrl: api.url, settings, programs, stores: kept, logFile, demo: chain !== undefined }),
  );
  const running = [...(indexer ? [indexer] : []), ...followed.values()];
  showStatus(session, { launches: indexer, programs: followed });
  return { done: Promise.race([...running, ...(chain ? [chain] : [])].map(({ done }) => done)) };
}
