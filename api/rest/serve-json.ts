import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { authorizationOf } from '../access/agents/header.ts';
import type { Caller } from '../access/caller.ts';
import type { NetworkOf } from '../access/client-network.ts';
import { createRateLimit } from '../access/rate-limit.ts';
import type { AccountContext } from '../actions/account-context.ts';
import type { OperateKeysContext } from '../actions/keys/manage.ts';
import type { OperateGateContext } from '../actions/launch-gate/gate.ts';
import type { RewardsContext } from '../actions/rewards/read.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { LIMITS } from './limits.ts';
import type { ApiMetrics } from './metrics.ts';
import { operatorGate } from './operator/authority.ts';
import { parseAll, parseBody, parseParameters } from './parse.ts';
import { BASE_PATH, type Raw, type RestRequest, type Route, urlOf } from './route.ts';

export interface OperatorParts {
  /** The operator's bearer token; undefined without operator endpoints. */
  readonly token: string | undefined;
  /** These are omitted without a store of decisions. */
  readonly gate?: OperateGateContext | undefined;
  readonly keys?: OperateKeysContext | undefined;
}

/** The dependencies of answers that are not states of the mirror. A route is served if its dependency is present. */
export interface JsonServices {
  readonly rewards?: RewardsContext | undefined;
  /** Omitted without a store of decisions. */
  readonly accounts?: AccountContext | undefined;
  readonly operator?: OperatorParts | undefined;
  readonly networkOf: NetworkOf;
  readonly clock: Clock;
  readonly metrics: ApiMetrics;
}

type Request = RestRequest<Raw, Raw, Raw, unknown>;

/** Serves a route whose answers are private, so nobody caches them. Returns whether it is served. */
export function serveJson(app: FastifyInstance, route: Route, services: JsonServices): boolean {
  const answer = answering(route, services);
  if (answer === undefined) return false;
  const url = urlOf(route);
  const { metrics } = services;
  const headers = {
    ...COMMON_HEADERS,
    ...('rewards' in route.handle
      ? { 'cache-control': 'private, no-store', vary: 'Authorization' }
      : { 'cache-control': 'no-store' }),
    'content-type': JSON_TYPE,
  };
  app.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url,
    config: { unlimited: route.requestsPerWindow === Number.POSITIVE_INFINITY },
    onRequest: admission(route, services),
    handler: async (request, reply) => {
      const made = metrics.making(url);
      try {
        const body = await answer(request);
        metrics.request(url, 200);
        // Serialized here: integers beyond a double must keep all their digits.
        return reply.headers({ ...headers, ...slotHeader(body) }).send(JSON.stringify(body));
      } finally {
        made();
      }
    },
  });
  return true;
}

/** Answers about rewards name the slot at which `pre_mint` is exact. */
function slotHeader(body: unknown): Readonly<Record<string, string>> {
  const { source } = body as { readonly source?: { readonly last_indexed_slot: number } };
  return source ? { 'x-last-indexed-slot': String(source.last_indexed_slot) } : {};
}

type Answering = (request: FastifyRequest) => Promise<unknown>;

/** The handler of a route; undefined if this process lacks its dependencies. */
function answering(route: Route, services: JsonServices): Answering | undefined {
  const { handle } = route;
  const { rewards, accounts, operator } = services;
  const asked = (request: FastifyRequest): Request => requestOf(route, request, services);
  const owned =
    (
      { access }: Pick<RewardsContext, 'access'>,
      run: (caller: Caller, request: Request) => Promise<unknown>,
    ): Answering =>
    async (request) => {
      // Before the request is parsed, so that a stranger learns nothing from it.
      const caller = await access.caller(authorizationOf(request.raw.rawHeaders), surfaceOf(route));
      return run(caller, asked(request));
    };
  if ('open' in handle) return accounts && ((request) => handle.open(accounts, asked(request)));
  if ('signedIn' in handle)
    return accounts && owned(accounts, (caller, request) => handle.signedIn(accounts, caller, request));
  if ('rewards' in handle)
    return rewards && owned(rewards, (caller, request) => handle.rewards(rewards, caller, request));
  const { token, gate, keys } = { ...operator };
  if (token === undefined) return undefined;
  if ('operateKeys' in handle) return keys && ((request) => handle.operateKeys(keys, asked(request)));
  if ('operateGate' in handle) return gate && ((request) => handle.operateGate(gate, asked(request)));
  return undefined;
}

/** Refuses unauthorized callers, before a body is read. */
function admission(route: Route, { operator, networkOf, clock, metrics }: JsonServices) {
  if (operator?.token !== undefined && ('operateKeys' in route.handle || 'operateGate' in route.handle)) {
    const requireOperator = operatorGate(operator.token);
    return async ({ raw }: FastifyRequest) => requireOperator(authorizationOf(raw.rawHeaders));
  }
  const { windowMs, networks, requestsPerWindow } = LIMITS;
  const requests = route.requestsPerWindow ?? requestsPerWindow;
  const limit = createRateLimit({ clock, windowMs, networks, requests });
  return async ({ raw }: FastifyRequest) => {
    const seconds = limit.take(networkOf(raw));
    if (seconds === 0) return;
    metrics.limited('endpoint_requests');
    throw new LaunchlensError('RATE_LIMITED', { seconds });
  };
}

/** @throws PARAMETER_UNKNOWN, PARAMETER_MALFORMED, BODY_MALFORMED */
function requestOf(route: Route, request: FastifyRequest, { networkOf }: JsonServices): Request {
  const { headerParameters = {}, body } = route;
  const headers = Object.fromEntries(
    Object.keys(headerParameters).map((name) => [name, request.headers[name.toLowerCase()]]),
  );
  return {
    ...parseParameters(route, request.params, request.query),
    headers: parseAll(headerParameters, headers),
    body: body && parseBody(body, request.body),
    address: networkOf(request.raw),
    surface: surfaceOf(route),
  };
}

function surfaceOf({ path }: Route): string {
  return `${BASE_PATH}${path}`;
}
