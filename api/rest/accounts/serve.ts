import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
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

export interface AccountServices {
  readonly context: AccountContext;
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
  for (const [path, taken] of methods) refuseOtherMethods(app, `${BASE_PATH}${path}`, taken);
}

function serveAccountRoute(
  app: FastifyInstance,
  route: AccountRoute,
  { context, clock, metrics }: AccountServices,
): void {
  const url = `${BASE_PATH}${route.path}`;
  const { windowMs, addresses, requestsPerWindow } = LIMITS;
  const limit = createRateLimit({
    clock,
    windowMs,
    addresses,
    requests: route.requestsPerWindow ?? requestsPerWindow,
  });
  app.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : 'POST',
    url,
    onRequest: async (request, reply) => {
      const seconds = limit.take(request.raw.socket.remoteAddress ?? '');
      if (seconds === 0) return;
      reply.header('retry-after', String(seconds));
      throw new LaunchlensError('RATE_LIMITED', { seconds });
    },
    handler: async (request, reply) => {
      const answer = await answerTo(request, route, context);
      metrics.request(url, 200);
      return reply.headers(COMMON_HEADERS).header('cache-control', 'no-store').send(answer);
    },
  });
}

async function answerTo(
  request: FastifyRequest,
  route: AccountRoute,
  context: AccountContext,
): Promise<unknown> {
  const { handle } = route;
  if ('open' in handle) return handle.open(context, asked(request, route));
  // Before the question is looked at, so that nobody learns anything from it.
  const caller = await context.access.caller(request.headers.authorization);
  return handle.signedIn(context, caller, asked(request, route));
}

function asked(request: FastifyRequest, { queryParameters, headerParameters, body }: AccountRoute) {
  const headers = Object.fromEntries(
    Object.keys(headerParameters).map((name) => [name, request.headers[name.toLowerCase()]]),
  );
  const query = request.query as Readonly<Record<string, unknown>>;
  return {
    query: parseParameters({ pathParameters: {}, queryParameters }, {}, query),
    headers: parseParameters({ pathParameters: headerParameters, queryParameters: {} }, headers, {}),
    body: body && parseBody(body.shape, request.body),
  };
}
