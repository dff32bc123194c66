import { type FastifyInstance, fastify } from 'fastify';
import { networkBehind } from '../../../api/access/client-network.ts';
import { knowAllowedMethods } from '../../../api/access/methods.ts';
import type { AccountContext } from '../../../api/actions/account-context.ts';
import type { ClaimContext } from '../../../api/actions/claims/claim.ts';
import { errorHandler } from '../../../api/rest/errors.ts';
import type { ApiMetrics } from '../../../api/rest/metrics.ts';
import { serveRoutes } from '../../../api/rest/serve.ts';
import { type JsonServices, serveJson } from '../../../api/rest/serve-json.ts';
import type { EndedSessions } from '../../../api/state/ended-sessions.ts';
import { type Clock, systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { absent } from '../../support/absent.ts';
import type { Answer } from './mirror-under-test.ts';

export const NO_METRICS: ApiMetrics = {
  request: () => undefined,
  limited: () => undefined,
  credentialRefused: () => undefined,
  served: () => undefined,
  operation: () => undefined,
  toolCall: () => undefined,
  exported: () => undefined,
  ready: () => undefined,
  making: () => () => undefined,
  render: async () => ({ contentType: '', text: '' }),
};

/** For tests that claim nothing. */
export const NO_CLAIMS: ClaimContext = {
  access: { claimableWallet: () => Promise.reject(new Error('no claims here')) },
  mirror: { stampAt: () => Promise.reject(new Error('no claims here')) },
  rewards: { claimable: async () => ({ facts: [], ledgerRevision: 0n }), preMint: async () => true },
  payouts: { open: async () => undefined, requestsOf: async () => new Map() },
  payoutMint: undefined,
  rewardAsset: 'REWARD',
  clock: systemClock,
};

/** For tests in which nobody signs out. */
export const NO_ENDED_SESSIONS: EndedSessions = { end: async () => undefined, ended: async () => new Set() };

/** For tests in which no agent comes. */
export const NO_AGENTS: Pick<
  AccountContext,
  'agents' | 'pairing' | 'keys' | 'control' | 'agentRecords' | 'intents'
> = {
  keys: absent('keys'),
  control: absent('control'),
  agentRecords: absent('agentRecords'),
  intents: absent('intents'),
  pairing: absent('pairing'),
  agents: {
    access: {
      principal: () => Promise.reject(new Error('no agents here')),
      noteRefused: async () => undefined,
      stillHolds: async () => new Set(),
    },
    rates: { take: () => ({ waitSeconds: 0, headers: { ratelimit: '', 'ratelimit-policy': '' } }) },
    sessionKey: new Uint8Array(32),
    endedSessions: NO_ENDED_SESSIONS,
    whenRevoked: () => () => undefined,
  },
};

export interface AccountApi {
  readonly app: FastifyInstance;
  /** @param address of whoever asks */
  post(path: string, body: unknown, headers?: Record<string, string>, address?: string): Promise<Answer>;
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  request(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** The routes for which the parts are there, without the mirror. */
export function appServing(parts: Omit<JsonServices, 'networkOf' | 'metrics'>): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  knowAllowedMethods(app);
  app.setErrorHandler(errorHandler(createLogger('silent'), NO_METRICS));
  const services = { ...parts, networkOf: networkBehind([]), metrics: NO_METRICS };
  serveRoutes(app, (route) => serveJson(app, route, services));
  return app;
}

/** The questions of owners alone, without the mirror, driven without a socket. */
export function openAccountApi(context: AccountContext, clock: Clock = systemClock): AccountApi {
  const app = appServing({ accounts: context, clock });
  const inject = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    payload?: string,
    remoteAddress = '127.0.0.1',
  ): Promise<Answer> => {
    const url = `/api/v1${path}`;
    const response = await app.inject({
      method: method as 'POST',
      url,
      ...{ headers, remoteAddress },
      ...(payload !== undefined && { payload }),
    });
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
    const json = isJson ? response.json() : undefined;
    return { status: response.statusCode, headers: response.headers, text: response.body, json };
  };
  const send = (
    method: string,
    path: string,
    {
      body,
      headers,
      address,
    }: { body: unknown; headers: Record<string, string>; address?: string | undefined },
  ): Promise<Answer> => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    return inject(method, path, { 'content-type': 'application/json', ...headers }, payload, address);
  };
  return {
    app,
    request: (method, path, headers = {}) => inject(method, path, headers),
    send: (method, path, body, headers = {}) => send(method, path, { body, headers }),
    post: (path, body, headers = {}, address) => send('POST', path, { body, headers, address }),
  };
}
