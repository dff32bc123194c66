import { ignoreStuck, settledReads } from '../../core/olap/settled.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { requireChain } from '../../indexer/chain-settings.ts';
import { registerIndexerMetrics } from '../../indexer/metrics.ts';
import { emptyStore } from '../demo/empty-store.ts';
import { type ChainFlags, type LocalChain, startLocalChain } from '../demo/local-chain.ts';
import { showRewards } from '../demo/rewards.ts';
import { backtestsInThreads } from '../harness/backtests.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { demoDirectory } from '../operator/call.ts';
import { startOperator } from '../operator/server.ts';
import { operatorRoutes } from '../routes.ts';
import type { Running, Session } from '../session.ts';
import { openStores, type Stores } from '../stores.ts';
import { showStatus } from '../terminal/status-line.ts';
import { welcome } from '../terminal/welcome.ts';
import { startTogether } from './together.ts';

/** The demo has its own store, which starts empty each time because the local chain starts over each time. */
export async function demo(session: Session, flags: ChainFlags): Promise<Running> {
  const dataDir = demoDirectory(session.settings.DATA_DIR);
  await emptyStore(dataDir, session.logger);
  const embedded = {
    ...session.settings,
    CLICKHOUSE_URL: undefined,
    CLICKHOUSE_CLUSTER: undefined,
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
  };
  // First, because new stores take a while to create, and the chain should not have played for long by then.
  const stores = await openStores({ ...session, settings: embedded });
  const chain = await startLocalChain({ ...flags, shutdown: session.shutdown });
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
  return run({ ...session, settings, rpcLimit: openRpcLimit(settings) }, stores, chain);
}

export async function up(session: Session): Promise<Running> {
  requireChain(session.settings, 'up');
  return run(session, await openStores(session));
}

async function run(session: Session, { olap, oltp }: Stores, chain?: LocalChain): Promise<Running> {
  const { settings, logFile, clock, registry } = session;
  registerServiceMetrics({ settings, registry, olap, oltp });
  let step: string | undefined;
  const onStep = (now: string): void => {
    step = now;
  };
  const { indexer, api } = await startTogether(
    { ...session, olap, oltp, starting: () => step, backtests: backtestsInThreads(settings) },
    { ...session, command: 'up', olap, onStep },
  );
  registerIndexerMetrics(indexer, { clock, registry });
  if (olap.kind === 'embedded' || oltp.kind === 'embedded')
    await startOperator(session, {
      command: 'up',
      routes: operatorRoutes(session, {
        olap: settledReads(olap, () => indexer.settle().catch(ignoreStuck)),
        oltp,
        indexer,
      }),
    });
  if (chain) {
    const { rpc_url: rpcUrl, reward_mint: mint } = chain.addresses;
    await showRewards({ ...session, olap, rpcUrl, mint });
  }
  const kept = { facts: olap.describe(), decisions: oltp.describe() };
  process.stdout.write(
    welcome({ apiUrl: api.url, settings, stores: kept, logFile, demo: chain !== undefined }),
  );
  showStatus(session, indexer);
  return { done: chain ? Promise.race([indexer.done, chain.done]) : indexer.done };
}
