import { type Access, createAccess } from '../../../api/access/access.ts';
import type { AgentParts } from '../../../api/access/agents/parts.ts';
import type { ClaimContext } from '../../../api/actions/claims/claim.ts';
import type { MirrorContext } from '../../../api/actions/context.ts';
import type { IntentsContext } from '../../../api/actions/intents/context.ts';
import type { RewardsContext } from '../../../api/actions/rewards/read.ts';
import type { SignInContext } from '../../../api/actions/sign-in/sign-in.ts';
import { createRewardsReader } from '../../../api/read/rewards/reader.ts';
import type { Payouts } from '../../../api/state/payouts/payouts.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import { preMintNow } from '../../../core/ledger/pre-mint.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { absent } from '../../support/absent.ts';
import { emptyTables } from '../../support/empty-tables.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { NO_AGENTS, NO_ENDED_SESSIONS } from './account-api.ts';
import { controlUnderTest } from './control-under-test.ts';
import { type Answer, type ApiUnderTest, openApi, silentLogger } from './mirror-under-test.ts';

export const MINT = pubkeyFromBytes(new Uint8Array(32).fill(77));
export const TERMS = {
  asset: 'REWARD',
  disclosure: 'No entitlement to any amount.',
  contributionDisclosure: 'Credits carry no entitlement.',
} as const;

/** For tests in which nobody signs in. */
const NO_SIGN_IN: SignInContext = {
  challenges: {
    save: async () => undefined,
    find: async () => undefined,
    use: async () => false,
  },
  endedSessions: NO_ENDED_SESSIONS,
  issuer: undefined,
  place: () => ({ domain: 'launchlens.example', uri: 'https://launchlens.example' }),
  chainId: 'localnet',
  clock: systemClock,
};

const NO_PAYOUTS: RewardsContext['payouts'] = {
  find: async () => undefined,
  list: async () => [],
  openByProgram: async () => [],
  requestsOf: async () => new Map(),
};

/** Wallets that tokens name, and the agent wallets that they own. */
export interface Accounts {
  readonly tokens: Readonly<Record<string, Pubkey | undefined>>;
  readonly agents?: Readonly<Record<Pubkey, readonly Pubkey[]>>;
}

export interface RewardsUnderTest {
  readonly api: ApiUnderTest;
  readonly ledger: RewardLedger;
  readonly clock: ManualClock;
  /** Asks as the account of a token. */
  get(path: string, token?: string): Promise<Answer>;
  post(path: string, body: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  record(...events: readonly RewardEvent[]): Promise<void>;
  /** Lets the index know a state of the mint from `slot` on. */
  mint(slot: bigint, state?: { readonly decimals?: number; readonly closed?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export interface RewardsParts {
  /** Where payout requests are kept; without it nothing can be claimed. */
  readonly payouts?: Payouts;
  /** Credentials of agents, where payouts are given too. */
  readonly agents?: AgentParts;
  readonly overrides?: Partial<MirrorContext>;
}

/** The whole API over an index with a reward ledger, whose clock stands still until the test moves it. */
export function openRewards(
  olap: Olap,
  accounts: Accounts,
  startMs: number,
  { payouts, agents = NO_AGENTS.agents, overrides }: RewardsParts = {},
): RewardsUnderTest {
  const clock = manualClock(startMs);
  const access = accessOf(accounts);
  const mirror: ClaimContext['mirror'] = { stampAt: (slot) => api.context.mirror.stampAt(slot) };
  const rewards = createRewardsReader({ lane: olap.reader, mint: MINT });
  const claims: ClaimContext | undefined = payouts && {
    ...{ access, mirror, rewards, payouts, payoutMint: MINT, rewardAsset: TERMS.asset, clock },
  };
  const parts = {
    clock,
    rewards: { mirror, rewards, access, terms: TERMS, clock, payouts: payouts ?? NO_PAYOUTS },
    ...(claims && {
      accounts: {
        access,
        signIn: NO_SIGN_IN,
        claims,
        ...NO_AGENTS,
        agents,
        control: controlUnderTest().context,
        intents: absent<IntentsContext>('intents'),
      },
    }),
  };
  const api: ApiUnderTest = openApi(olap, parts, overrides);
  const ledger = createRewardLedger({
    ...{ olap, clock, logger: silentLogger },
    preMint: (signal) => preMintNow(olap.reader, MINT, signal),
  });
  return {
    ...{ api, ledger, clock },
    get: (path, token) => api.get(`/api/v1${path}`, token ? { authorization: `Bearer ${token}` } : {}),
    post: (path, body, token, headers = {}) => {
      const all = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      };
      return api.request('POST', `/api/v1${path}`, all, body);
    },
    record: async (...events) => void (await ledger.append(events, { by: 'test' })),
    mint: async (slot, { decimals = 6, closed = false } = {}) => {
      const sql = `INSERT INTO mint_versions (address, decimals, slot, closed, revision)
        SELECT base58Decode({mint:String}), {decimals:UInt8}, {slot:UInt64}, {closed:Bool}, 1`;
      await olap.writer.command({ sql, parameters: { mint: MINT, decimals, slot, closed } });
    },
    stop: async () => {
      await api.stop();
      await ledger.close();
    },
  };
}

function accessOf({ tokens, agents = {} }: Accounts): Access {
  return createAccess({
    tokens: {
      verify: async (token) => {
        if (!(token in tokens)) throw new LaunchlensError('TOKEN_REFUSED', { reason: 'nobody has it' });
        return { wallet: tokens[token], how: 'owner' };
      },
    },
    endedSessions: NO_ENDED_SESSIONS,
    agents: NO_AGENTS.agents.access,
    agentWallets: {
      owns: async (owner, wallet) => agents[owner as Pubkey]?.some((agent) => agent === wallet) ?? false,
    },
  });
}

export function emptyLedger(olap: Olap): Promise<void> {
  return emptyTables(olap, [
    'reward_events',
    'reward_events_by_wallet',
    'reward_checkpoints',
    'mint_versions',
  ]);
}
