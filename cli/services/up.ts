import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { requireChain, requireStream } from '../../indexer/chain-settings.ts';
import { emptyStore } from '../demo/empty-store.ts';
import { type ChainFlags, startLocalChain } from '../demo/local-chain.ts';
import { demoDirectory } from '../operator/call.ts';
import { followsPrograms, openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import type { Running, Session } from '../session.ts';
import { allEnded, claimFacts, openStoresOver } from '../stores.ts';

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
  const { shutdown } = session;
  // Held, because new stores take a while to create, and the chain should not have played for long by then.
  const [[stores, runAll], chain] = await allEnded(
    openAndLoad({ ...session, settings: embedded }),
    startLocalChain({ ...flags, vault: followsPrograms(flags), held: true, shutdown }),
  );
  chain.begin();
  const settings = {
    ...embedded,
    SOLANA_CLUSTER: 'localnet' as const,
    SOLANA_RPC_URL: [chain.addresses.rpc_url],
    YELLOWSTONE_ENDPOINT: chain.addresses.grpc_url,
    // The chain is on this machine.
    YELLOWSTONE_COMPRESSION: 'none' as const,
    ESCROW_PROGRAM_ID: chain.addresses.program_id,
    REWARD_MINT: chain.addresses.reward_mint,
    TREASURY_TOKEN_ACCOUNT: chain.addresses.treasury_token_account,
    TOKEN_SYMBOLS: new Map(Object.entries(chain.addresses.token_symbols ?? {})),
  };
  const playing = { ...session, settings, rpcLimit: openRpcLimit(settings) };
  return runAll(playing, { ...stores, programs: await openPrograms(playing, flags, 'up'), chain });
}

export async function up(session: Session, flags: ProgramFlags): Promise<Running> {
  const { settings } = session;
  const programs = await openPrograms(session, flags, 'up');
  // Programs can be followed without launches.
  if (programs.length > 0 && settings.ESCROW_PROGRAM_ID === undefined) requireStream(settings, 'up');
  else requireChain(settings, 'up');
  const [stores, runAll] = await openAndLoad(session);
  return runAll(session, { ...stores, programs });
}

/** Opens the stores. They mostly wait for the engine, and the code of the API and the indexer loads meanwhile. */
async function openAndLoad(session: Session) {
  const olap = await claimFacts(session);
  return allEnded(openStoresOver(session, olap), loadRun());
}

async function loadRun() {
  const { runAll } = await import('./run-all.ts');
  return runAll;
}
