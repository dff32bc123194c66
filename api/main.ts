import { createHash, randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from '../core/kernel/clock.ts';
import { closeWithin, listen } from '../core/kernel/http-listener.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import { createRewardLedger } from '../core/ledger/ledger.ts';
import { preMintNow } from '../core/ledger/pre-mint.ts';
import type { Olap } from '../core/olap/port.ts';
import { settledReads } from '../core/olap/settled.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { registerRpcMetrics } from '../core/rpc/metrics.ts';
import { openRpcLimit, type RpcLimit } from '../core/rpc/rate-limit.ts';
import type { Program } from '../idl/anchor/program.ts';
import { configuredSecrets } from './access/agents/secret.ts';
import { shareAmongClients } from './access/history/shared-lane.ts';
import { openAccounts } from './accounts.ts';
import { explorerLinks } from './actions/addresses.ts';
import type { RunBacktest } from './actions/backtests/context.ts';
import { cursorSeal } from './actions/cursor.ts';
import type { RewardsContext, RewardTerms } from './actions/rewards/read.ts';
import { shareChain } from './actions/shared-chain.ts';
import { tokenSymbols } from './actions/token-symbols.ts';
import { namesOfLaunches } from './actions/tokens/token-names.ts';
import { fitsIntoPacket } from './actions/venues/assembled-route.ts';
import { type ApiParts, buildApp } from './app.ts';
import { openBacktests } from './backtests.ts';
import { startIntentWatch } from './intents.ts';
import { openPrograms } from './programs.ts';
import { createChainReader } from './read/chain/json-rpc.ts';
import type { Checkpoint } from './read/checkpoint.ts';
import { absentStore } from './read/latest/absent-store.ts';
import type { PushedSlot } from './read/latest/pushed.ts';
import { createLatestStore } from './read/latest/store.ts';
import { NO_GATE } from './read/launch-gate.ts';
import { createMirror } from './read/mirror.ts';
import { createRewardsReader } from './read/rewards/reader.ts';
import { createSqlReader } from './read/sql/ask.ts';
import { launchDomain, programDomain } from './read/sql/domains.ts';
import { unrepairedReader } from './read/unrepaired.ts';
import { createMetrics } from './rest/metrics.ts';
import { PAGES_DIRECTORY } from './rest/pages/serve.ts';
import { VERIFIER_FILES } from './rest/verifier-file.ts';
import { createPayouts } from './state/payouts/payouts.ts';
import { serverKey } from './state/server-keys.ts';
import { startStrategies } from './strategies.ts';
import { openNames, openTokens } from './tokens.ts';
import { openVenues } from './venues/venues.ts';
import {
  openLaunchGate,
  registerStanding,
  startAlerts,
  startContradictionWatch,
  startRetention,
  startSettlement,
  startWebhooks,
} from './workers.ts';

export interface ApiOptions {
  readonly settings: Settings;
  readonly olap: Olap;
  /** The store of decisions; without one, only the launch mirror is served. */
  readonly oltp?: Oltp;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly clock?: Clock;
  /** How much memory pledges may take; by default `LATEST_STATE_MB`. */
  readonly pledgeBytes?: number | undefined;
  /** The rate limit shared by everything in this process; by default its own from the settings. */
  readonly rpcLimit?: RpcLimit;
  /** Where the API registers its metrics; `/metrics` also shows what other parts register there. */
  readonly registry?: Registry;
  /** The folder of the built pages; by default where `npm run build` puts them. */
  readonly pages?: string;
  /** The programs whose accounts are followed. With any, launches are answered for only if ESCROW_PROGRAM_ID is set. */
  readonly programs?: readonly Program[] | undefined;
  /** Runs the reference harness for agents; without it they have no backtests. */
  readonly backtests?: RunBacktest;
  /** The repair under way in this process's indexer, as text. */
  readonly repairing?: () => string | undefined;
  /** What this process's indexer does before the first slot is indexed, as text. */
  readonly starting?: () => string | undefined;
  /** Makes durable the slots that this process's indexer pushed. @throws MIRROR_NOT_READY while the store takes no rows */
  readonly settle?: () => Promise<void>;
}

export interface RunningApi {
  /** Where the API listens, without a trailing slash. */
  readonly url: string;
  /** Takes a slot that this process's indexer has indexed, before its rows are in the store. */
  push(slot: PushedSlot): void;
  /** Reads what is new in the store, unless this checkpoint says that nothing is. */
  nudge(checkpoint?: Pick<Checkpoint, 'slot' | 'revision'>): void;
  /** Reads what is new of a followed program, whose indexer runs in this process. */
  nudgeProgram(name: string): void;
}

/** Starts following the index and listens. Ends with `shutdown`. @throws PORT_IN_USE, SETTING_MALFORMED */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { olap, logger, shutdown, clock = systemClock, settings, settle } = options;
  const secrets = configuredSecrets(settings);
  const expected = {
    cluster: settings.SOLANA_CLUSTER,
    ...(settings.ESCROW_PROGRAM_ID && { programId: settings.ESCROW_PROGRAM_ID }),
  };
  const { programs: followed = [] } = options;
  const launches = settings.ESCROW_PROGRAM_ID !== undefined || followed.length === 0;
  const openStore = launches ? createLatestStore : absentStore;
  const { pledgeBytes = settings.LATEST_STATE_MB * MEGABYTE } = options;
  const store = openStore({ olap, clock, logger, expected, settle, pledgeBytes });
  const { reader, scanner, guests } = settle ? settledReads(olap, store.settled) : olap;
  const { oltp, registry = new Registry(), rpcLimit = openRpcLimit(settings) } = options;
  const metrics = createMetrics(store, clock, registry);
  registerRpcMetrics(rpcLimit, registry);
  const shared = shareAmongClients({ clock, metrics });
  const lane = shared(reader);
  const working = { logger, clock, shutdown, registry };
  const programs = await openPrograms({
    programs: followed,
    cluster: settings.SOLANA_CLUSTER,
    ...{ olap, shared, clock, logger, shutdown },
  });
  const gate = oltp && (await openLaunchGate({ oltp, ...working }));
  const { SOLANA_RPC_URL: nodes } = settings;
  const chain = nodes && shareChain(createChainReader({ url: nodes, limit: rpcLimit }), metrics);
  const mirror = createMirror({ store, lane, scanner: shared(scanner), clock });
  const reads = openTokens({ settings, clock, metrics, rpcLimit });
  const names = chain && openNames({ tokens: reads, chain, clock });
  const tokens = { ...reads, launchNames: names && (() => namesOfLaunches(mirror, names)) };
  const context = {
    mirror,
    gate: gate?.reader ?? NO_GATE,
    cursors: cursorSeal(await cursorKey(options)),
    link: explorerLinks(settings.SOLANA_CLUSTER, nodes?.[0]),
    symbolOf: tokenSymbols(settings),
    iconHosts: settings.TOKEN_ICON_HOSTS,
    ...(chain && { chain, names }),
    ...(programs && { programs: programs.reads }),
  };
  const { PUBLIC_BASE_URL: publicUrl, MCP_CORS_ORIGINS: origins, HTTP_HOST: listenHost } = settings;
  let listensAt = '';
  const reading = {
    mirror: context.mirror,
    rewards: createRewardsReader({ lane, mint: settings.REWARD_MINT }),
  };
  const venues = openVenues({ settings, clock, metrics, fits: fitsIntoPacket, rpcLimit });
  if (venues.equityNotice && venues.find('swap', 'staking')) logger.warn(venues.equityNotice);
  const { backtests: run } = options;
  const backtests = run && oltp && openBacktests({ run, oltp, clock, metrics });
  const opened =
    oltp &&
    (await openAccounts({
      ...{ ...reading, venues, rpcLimit, settings, secrets, oltp, clock, logger, metrics },
      listensAt: () => listensAt,
    }));
  const accounts = opened?.context;
  const rewards: RewardsContext | undefined = oltp &&
    accounts && {
      ...reading,
      payouts: createPayouts(oltp),
      access: accounts.access,
      terms: rewardTerms(settings),
      clock,
    };
  const ledger = createRewardLedger({
    ...{ olap, clock, logger },
    preMint: (signal) => preMintNow(olap.reader, settings.REWARD_MINT, signal),
  });
  shutdown.onClose('the reward ledger', () => ledger.close());
  const parts: ApiParts = {
    operator: { token: settings.OPERATOR_TOKEN, ledger, gate: gate?.operating },
    // Without launches, the API is as ready as what it knows of the programs.
    followed: launches ? undefined : programs?.readiness,
    sql: createSqlReader(guests, [
      ...(launches ? [launchDomain(mirror)] : []),
      ...[...(programs?.reads.values() ?? [])].map(programDomain),
    ]),
    ...{ store, context, rewards, accounts, venues, tokens, backtests, logger, clock, publicUrl },
    mcp: { origins, listenHost },
    trustedProxies: settings.HTTP_TRUSTED_PROXIES,
    secrets,
    metrics,
    readiness: {
      lagSlots: settings.READY_MAX_LAG_SLOTS,
      checkpointAgeMs: settings.READY_MAX_AGE_SECONDS * 1000,
    },
    unrepaired: unrepairedReader(olap.reader, clock),
    repairing: options.repairing,
    starting: options.starting,
    pages: options.pages ?? PAGES_DIRECTORY,
    verifiers: VERIFIER_FILES,
  };
  const app = buildApp(parts);
  const { HTTP_HOST: host, HTTP_PORT: port } = settings;
  const url = await listen(app, { host, port, setting: 'HTTP_PORT' });
  listensAt = url;
  const following = store.run(shutdown.signal);
  if (opened) {
    const noting = opened.lastUsed.run(shutdown.signal);
    shutdown.onClose('the last uses of credentials', () => noting);
    startIntentWatch({ follow: opened.follow, logger, shutdown, registry });
  }
  if (oltp && accounts) {
    registerStanding({ oltp, clock, registry });
    startWebhooks({ settings, context: accounts.agentRecords.webhooks, store, oltp, ...working });
    startStrategies({ accounts, venues, oltp, ...working });
    startAlerts({ oltp, venues, ...working });
    startRetention({ settings, oltp, ...working });
  }
  if (launches) startContradictionWatch({ olap, settled: scanner, ...working });
  if (oltp && launches) startSettlement({ settings, store, olap, oltp, ledger, ...working });
  shutdown.onClose('api', async () => {
    await closeWithin(app, CONNECTION_GRACE_MS);
    await following;
  });
  logger.info({ url }, 'the API listens');
  return { url, push: store.push, nudge: store.nudge, nudgeProgram: (name) => programs?.nudge(name) };
}

function rewardTerms(settings: Settings): RewardTerms {
  return {
    asset: settings.REWARD_TOKEN_SYMBOL,
    disclosure: settings.REWARD_DISCLOSURE,
    contributionDisclosure: settings.REWARD_CONTRIBUTION_DISCLOSURE,
  };
}

/** The same in every API process over one store of decisions, so that each can continue the listings of the others. */
async function cursorKey({ settings, oltp, clock = systemClock }: ApiOptions): Promise<Uint8Array> {
  const { JWT_SECRET: secret } = settings;
  if (secret !== undefined) return createHash('sha256').update(`launchlens cursors ${secret}`).digest();
  return oltp ? serverKey(oltp, 'cursors', clock.now()) : randomBytes(CURSOR_KEY_BYTES);
}

const CURSOR_KEY_BYTES = 32;
const MEGABYTE = 1_000_000;

/** How long a connection may take when the API closes. */
const CONNECTION_GRACE_MS = 2_000;
