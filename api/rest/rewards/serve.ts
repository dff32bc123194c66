import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizationOf } from '../../access/agents/header.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import { COMMON_HEADERS, JSON_TYPE } from '../headers.ts';
import type { ApiMetrics } from '../metrics.ts';
import { parseParameters } from '../parse-parameters.ts';
import { BASE_PATH } from '../routes/all.ts';
import { refuseOtherMethods } from '../serve-route.ts';
import type { RewardsRoute } from './route.ts';
import { REWARDS_ROUTES } from './routes.ts';

export interface RewardsServices {
  readonly context: RewardsContext;
  readonly metrics: ApiMetrics;
}

/** What belongs to one account is kept by nobody on the way. */
const PRIVATE_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'content-type': JSON_TYPE,
} as const;

/** Serves the reads of rewards, with and without the trailing slash. */
export function serveRewards(app: FastifyInstance, services: RewardsServices): void {
  for (const route of REWARDS_ROUTES) {
    const url = `${BASE_PATH}${route.path}`;
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const made = services.metrics.making(url);
        try {
          const body = await answer(route, request, services.context);
          services.metrics.request(url, 200);
          // Serialized here: integers beyond a double must leave with all their digits.
          return reply.headers(PRIVATE_HEADERS).send(JSON.stringify(body));
        } finally {
          made();
        }
      },
    });
    refuseOtherMethods(app, url);
  }
}

/** Who calls is asked first: a stranger is told nothing about a question, not even that it is malformed. */
async function answer(
  route: RewardsRoute,
  request: FastifyRequest,
  context: RewardsContext,
): Promise<unknown> {
  const authorization = authorizationOf(request.raw.rawHeaders);
  const caller = await context.access.caller(authorization, `${BASE_PATH}${route.path}`);
  const declared = { pathParameters: {}, queryParameters: route.queryParameters };
  const values = parseParameters(declared, {}, request.query as Readonly<Record<string, unknown>>);
  return route.handle(context, caller, values);
}
