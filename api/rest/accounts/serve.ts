import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { authorizationOf } from '../../access/agents/header.ts';
import type { NetworkOf } from '../../access/client-network.ts';
import type { AccountContext } from '../../actions/account-context.ts';
import { COMMON_HEADERS } from '../headers.ts';
import { LIMITS } from '../limits.ts';
import type { ApiMetrics } from '../metrics.ts';
import { parseParameters } from '../parse-parameters.ts';
import { createRateLimit } from '../rate-limit.ts';
import { ACCOUNT_ROUTES, BASE_PATH } from '../routes/all.ts';
import { refuseOtherMethods } from '../serve-route.ts';
import { parseBody } from './parse-body.ts';
import type { AccountRoute } from './route.ts';

type Raw = Readonly<Record<string, unknown>>;

export interface AccountServices {
  readonly context: AccountContext;
  readonly networkOf: NetworkOf;
  readonly clock: Clock;
  readonly metrics: ApiMetrics;
}

/** Everything that is asked by or for the owner of a wallet. */
export function serveAccounts(app: FastifyInstance, services: AccountServices): void {
  const methods = new Map<string, string[]>();
  for (const route of ACCOUNT_ROUTES) {
    serveAccountRoute(app, route, services);
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  }
  for (const [path, taken] of methods) refuseOtherMethods(app, routedPath(path), taken);
}

function serveAccountRoute(
  app: FastifyInstance,
  route: AccountRoute,
  { context, networkOf, clock, metrics }: AccountServices,
): void {
  const url = routedPath(route.path);
  const { windowMs, networks, requestsPerWindow } = LIMITS;
  const limit = createRateLimit({
    clock,
    windowMs,
    networks,
    requests: route.requestsPerWindow ?? requestsPerWindow,
  });
  app.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url,
    config: { unlimited: route.requestsPerWindow === Number.POSITIVE_INFINITY },
    onRequest: async (request) => {
      const seconds = limit.take(networkOf(request.raw));
      if (seconds === 0) return;
      metrics.limited('endpoint_requests');
      throw new LaunchlensError('RATE_LIMITED', { seconds });
    },
    handler: async (request, reply) => {
      const answer = await answerTo(request, route, { context, networkOf });
      metrics.request(url, 200);
      return reply.headers(COMMON_HEADERS).header('cache-control', 'no-store').send(answer);
    },
  });
}

async function answerTo(
  request: FastifyRequest,
  route: AccountRoute,
  { context, networkOf }: Pick<AccountServices, 'context' | 'networkOf'>,
): Promise<unknown> {
  const { handle } = route;
  const question = () => asked(request, route, networkOf(request.raw));
  if ('open' in handle) return handle.open(context, question());
  // Before the question is looked at, so that nobody learns anything from it.
  const caller = await context.access.caller(authorizationOf(request.raw.rawHeaders), surfaceOf(route));
  return handle.signedIn(context, caller, question());
}

function asked(request: FastifyRequest, route: AccountRoute, address: string) {
  const { pathParameters = {}, queryParameters, headerParameters, body } = route;
  const headers = Object.fromEntries(
    Object.keys(headerParameters).map((name) => [name, request.headers[name.toLowerCase()]]),
  );
  const [params, query] = [request.params as Raw, request.query as Raw];
  return {
    path: parseParameters({ pathParameters, queryParameters: {} }, params, {}),
    query: parseParameters({ pathParameters: {}, queryParameters }, {}, query),
    headers: parseParameters({ pathParameters: headerParameters, queryParameters: {} }, headers, {}),
    body: body && parseBody(body.shape, request.body),
    address,
    surface: surfaceOf(route),
  };
}

function surfaceOf({ path }: AccountRoute): string {
  return `${BASE_PATH}${path}`;
}

/** A path as the router writes its parameters. */
function routedPath(path: string): string {
  return `${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`;
}
