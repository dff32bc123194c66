import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import { isLoopback } from '../core/kernel/loopback.ts';
import type { Cluster, Settings } from '../core/kernel/settings/schema.ts';
import { SharedRuns } from '../core/kernel/shared-runs.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import { createAccess } from './access/access.ts';
import type { LastUsed } from './access/agents/last-used.ts';
import type { Secrets } from './access/agents/secret.ts';
import type { CredentialMetrics } from './access/credential-metrics.ts';
import { configuredTokens } from './access/tokens/configured.ts';
import type { AccountContext } from './actions/account-context.ts';
import type { AgentRecordsContext } from './actions/agent-records/records.ts';
import type { ControlContext } from './actions/control/context.ts';
import type { FollowContext } from './actions/intents/follow.ts';
import type { SignInPlace } from './actions/sign-in/sign-in.ts';
import { isPublicAddress, resolveHost } from './actions/webhooks/destination.ts';
import { openAgents } from './agents.ts';
import { openIntents } from './intents.ts';
import { GATED_TOOLS } from './mcp/tools/all.ts';
import type { Mirror } from './read/mirror.ts';
import type { RewardsReader } from './read/rewards/reader.ts';
import { serverKey } from './state/server-keys.ts';
import { createState, type State } from './state/state.ts';
import { VENUE_NAMES, type Venues } from './venues/venues.ts';

export interface AccountOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly oltp: Oltp;
  readonly mirror: Mirror;
  readonly rewards: RewardsReader;
  readonly venues: Venues;
  /** The rate limit shared by everything in this process; defaults to that of the node's address. */
  readonly rpcLimit?: RpcLimit | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: CredentialMetrics | undefined;
  /** Where this API listens, once it does. */
  readonly listensAt: () => string;
}

const CHAIN_IDS: Readonly<Record<Cluster, string>> = {
  localnet: 'localnet',
  devnet: 'devnet',
  'mainnet-beta': 'mainnet',
};

export interface Accounts {
  readonly context: AccountContext;
  readonly lastUsed: LastUsed;
  /** The dependencies for following submitted intents. */
  readonly follow: FollowContext;
}

/** The dependencies for serving wallet owners. @throws SETTING_MISSING, SETTING_MALFORMED, JWT_SECRET_UNREADABLE */
export async function openAccounts(options: AccountOptions): Promise<Accounts> {
  const { settings, secrets, oltp, mirror, rewards, venues, clock, listensAt, rpcLimit, metrics } = options;
  const state = createState(oltp);
  const { challenges, agentWallets, payouts } = state;
  const { verifier, issuer } = await configuredTokens({ settings, clock, shared: oltp.kind === 'server' });
  const chainId = CHAIN_IDS[settings.SOLANA_CLUSTER];
  const place = (): SignInPlace => placeOf(settings.PUBLIC_BASE_URL ?? listensAt());
  const { REWARD_MINT: payoutMint, REWARD_TOKEN_SYMBOL: rewardAsset } = settings;
  const { parts: agents, lastUsed } = await openAgents({ ...options, state });
  const { endedSessions } = agents;
  const access = createAccess({
    tokens: verifier,
    agentWallets,
    endedSessions,
    agents: agents.access,
    metrics,
  });
  const codeKey = await serverKey(oltp, 'user-codes', clock.now());
  const control = controlOf(state, settings, { place, clock });
  const pageOf = (id: string): string => `${place().uri}/intents/${id}`;
  const { context: intents, follow } = openIntents({
    ...{ settings, state, control, mirror, venues, pageOf, clock, rpcLimit },
  });
  const context = {
    access,
    signIn: { challenges, issuer, endedSessions, place, chainId, clock },
    claims: { access, mirror, rewards, payouts, payoutMint, rewardAsset, clock },
    agents,
    keys: {
      ...{ credentials: state.credentials, events: state.credentialEvents, secrets, place, clock },
      confirmations: state.keyConfirmations,
      operatorActions: state.operatorActions,
    },
    ...{ control, intents },
    agentRecords: await openAgentRecords({ oltp, state, venues, clock, local: isLocalDemo(settings) }),
    pairing: { pairings: state.pairings, guesses: state.codeGuesses, secrets, codeKey, place, clock },
  };
  return { context, lastUsed, follow };
}

function controlOf(
  state: State,
  { PERPS_JURISDICTIONS: perps, EQUITY_JURISDICTIONS: equity, OFFRAMP_JURISDICTIONS: offramp }: Settings,
  shared: Pick<ControlContext, 'place' | 'clock'>,
): ControlContext {
  return {
    ...shared,
    controls: state.walletControls,
    changes: state.controlChanges,
    requests: state.ownerRequests,
    grants: state.ownerGrants,
    decisions: state.callDecisions,
    agentWallets: state.agentWallets,
    consents: state.agentWalletConsents,
    watched: state.watchedWallets,
    markets: { perps, equity, offramp },
    tools: GATED_TOOLS,
    venueNames: VENUE_NAMES,
    stops: new SharedRuns(),
  };
}

function placeOf(url: string): SignInPlace {
  return { domain: new URL(url).host, uri: url };
}

const RULES = { resolve: resolveHost, allowed: isPublicAddress };

/** A local chain whose API nobody else reaches: the only place where receivers on this machine are posted to. */
const isLocalDemo = ({ SOLANA_CLUSTER, HTTP_HOST, PUBLIC_BASE_URL }: Settings): boolean =>
  SOLANA_CLUSTER === 'localnet' &&
  [`http://${HTTP_HOST}`, PUBLIC_BASE_URL ?? `http://${HTTP_HOST}`].every((url) => isLoopback(new URL(url)));

interface AgentRecordsParts {
  readonly oltp: Oltp;
  readonly state: State;
  readonly venues: Venues;
  readonly clock: Clock;
  readonly local: boolean;
}

async function openAgentRecords({
  oltp,
  state,
  venues,
  clock,
  local,
}: AgentRecordsParts): Promise<AgentRecordsContext> {
  const key = await serverKey(oltp, 'webhooks', clock.now());
  const { ownerRecords: records, alertWatches, journal, strategies, suggestions, webhooks } = state;
  const sending = { webhooks, key, rules: { ...RULES, local }, clock };
  return { webhooks: sending, records, alertWatches, journal, strategies, suggestions, venues, clock };
}
