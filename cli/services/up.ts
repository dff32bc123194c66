import { startApi } from '../../api/main.ts';
import { ignoreStuck, settledReads } from '../../core/olap/settled.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { requireChain, requireStream } from '../../indexer/chain-settings.ts';
import { registerIndexerMetrics, registerProgramMetrics } from '../../indexer/metrics.ts';
import { emptyStore } from '../demo/empty-store.ts';
import { type ChainFlags, type LocalChain, startLocalChain } from '../demo/local-chain.ts';
import { showRewards } from '../demo/rewards.ts';
import { backtestsInThreads } from '../harness/backtests.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { demoDirectory } from '../operator/call.ts';
import { startOperator } from '../operator/server.ts';
import { followsPrograms, openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import { migratePrograms, startPrograms } from '../programs/start.ts';
import { operatorRoutes } from '../routes.ts';
import type { Running, Session } from '../session.ts';
import { openStores, type Stores } from '../stores.ts';
import { showStatus } from '../terminal/status-line.ts';
import { welcome } from '../terminal/welcome.ts';
import { startTogether } from './together.ts';

/** The demo has its own store, which starts empty each time because the local chain starts over each time. */
export async function demo(session: Session, flags: ChainFlags & ProgramFlags): Promise<Running> {
  const dataDir = demoDirectory(session.settings.DATA_DIR);
  await emptyStore(dataDir, session.logger);
  const embedded = {
    ...session.settings,
    CLICKHOUSE_URL: undefined,
    CLICKHOUSE_SQL_URL: undefined,
    CLICKHOUSE_CLUSTER: undefined,
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
  };
  // First, because new stores take a while to create, and the chain should not have played for long by then.
  const stores = await openStores({ ...session, settings: embedded });
  const chain = await startLocalChain({
    ...flags,
    vault: followsPrograms(flags),
    shutdown: session.shutdown,
  });
  const settings = {
    ...embedded,
    SOLANA_CLUSTER: 'localnet' as const,
    SOLANA_RPC_URL: [chain.addresses.rpc_url],
    YELLOWSTONE_ENDPOINT: chain.addresses.grpc_url,
    ESCROW_PROGRAM_ID: chain.addresses.program_id,
    REWARD_MINT: chain.addresses.reward_mint,
    TREASURY_TOKEN_ACCOUNT: chain.addresses.treasury_token_account,
    TOKEN_SYMBOLS: new Map(Object.entries(chain.addresses.token_symbols ?? {})),
  };
  const playing = { ...session, settings, rpcLimit: openRpcLimit(settings) };
  return run(playing, { ...stores, programs: await openPrograms(playing, flags, 'up'), chain });
}

export async function up(session: Session, flags: ProgramFlags): Promise<Running> {
  const { settings } = session;
  const programs = await openPrograms(session, flags, 'up');
  // Programs can be followed without launches.
  if (programs.length > 0 && settings.ESCROW_PROGRAM_ID === undefined) requireStream(settings, 'up');
  else requireChain(settings, 'up');
  return run(session, { ...(await openStores(session)), programs });
}

interface Parts extends Stores {
  readonly programs: readonly Program[];
  /** Undefined unless this is the demo. */
  readonly chain?: LocalChain;
}

async function run(session: Session, { olap, oltp, programs, chain }: Parts): Promise<Running> {
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
