import type { FastifyInstance } from 'fastify';
import { configuredSecrets } from '../../../api/access/agents/secret.ts';
import { type Accounts, openAccounts } from '../../../api/accounts.ts';
import { fitsIntoPacket } from '../../../api/actions/venues/assembled-route.ts';
import { openVenues } from '../../../api/venues/venues.ts';
import type { Clock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { readSettings } from '../../../core/kernel/settings/load.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { absent } from '../../support/absent.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { type AccountApi, openAccountApi } from './account-api.ts';
import type { Answer } from './mirror-under-test.ts';

export interface AgentApi extends AccountApi, Accounts {
  readonly app: FastifyInstance;
  /** A question of a signed-in owner. */
  asOwner(wallet: Pubkey, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>;
  /** A new pairing, as its agent sees it. */
  pair(body?: unknown): Promise<{ user_code: string; device_code: string }>;
  poll(deviceCode: string): Promise<Answer>;
  /** Approves or denies with the signature of a wallet over what is asked. */
  decide(verb: 'approve' | 'deny', userCode: string, wallet: TestWallet): Promise<Answer>;
  /** A credential by pairing. */
  pairedToken(wallet: TestWallet, scopes?: readonly string[]): Promise<string>;
}

/** One API process with everything for agents and their owners over a store of decisions. */
export async function openAgentApi(
  oltp: Oltp,
  clock: Clock,
  environment: Readonly<Record<string, string>> = {},
): Promise<AgentApi> {
  const settings = readSettings(
    {
      JWT_SECRET: 'a secret of more than thirty-two characters',
      PUBLIC_BASE_URL: 'https://launchlens.example',
      ...environment,
    },
    {},
  );
  const opened = await openAccounts({
    ...{ settings, secrets: configuredSecrets(settings), oltp, clock, logger: createLogger('silent') },
    listensAt: () => 'http://127.0.0.1:1',
    mirror: absent('mirror'),
    rewards: absent('rewards'),
    venues: openVenues({ settings, clock, fits: fitsIntoPacket }),
  });
  const api = openAccountApi(opened.context, clock);
  const agent: AgentApi = {
    ...api,
    ...opened,
    asOwner: async (wallet, method, path, body) => {
      const issued = await opened.context.signIn.issuer?.issue(wallet);
      const headers = { authorization: `Bearer ${issued?.token}` };
      if (method === 'GET') return api.request('GET', path, headers);
      return api.send(method, path, body ?? {}, headers);
    },
    pair: async (body = {}) => (await api.post('/pair/start/', body)).json,
    poll: (deviceCode) => api.post('/pair/poll/', { device_code: deviceCode }),
    decide: async (verb, userCode, wallet) => {
      const { json } = await api.request('GET', `/pair/request/?user_code=${userCode}`);
      const signature = wallet.sign(verb === 'approve' ? json.message : json.deny_message);
      return api.post(`/pair/${verb}/`, { user_code: userCode, wallet_address: wallet.address, signature });
    },
    pairedToken: async (wallet, scopes) => {
      const pairing = await agent.pair(scopes && { requested_scopes: scopes });
      await agent.decide('approve', pairing.user_code, wallet);
      return (await agent.poll(pairing.device_code)).json.token;
    },
  };
  return agent;
}
