import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { refuseOtherMethods } from '../access/methods.ts';
import { duringItsRequest } from '../access/request-id.ts';
import { sharedSlots, shareUsedOr } from '../access/shared-slots.ts';
import { createGraphqlYoga } from './execution/yoga.ts';
import { asksForPage, sendPage } from './graphiql/serve-page.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { COMMON_HEADERS, METHODS, PREFLIGHT_HEADERS } from './http/headers.ts';
import { GraphqlTransport, type TransportOptions } from './http/transport.ts';
import { GRAPHQL_CAPACITY, GRAPHQL_LIMITS } from './limits.ts';
import { LiveHub } from './live/hub.ts';
import { ProgramHub } from './live/program-hub.ts';
import type { GraphqlServices } from './request/scope.ts';

export const GRAPHQL_PATH = '/graphql';

export interface GraphqlOptions extends GraphqlServices {
  readonly metrics: TransportOptions['metrics'] & LimitMetrics;
  readonly capacity?: Partial<GraphqlCapacity> | undefined;
}

/** Limits that tests shorten. */
export type GraphqlCapacity = { readonly [Name in keyof typeof GRAPHQL_CAPACITY]: number };

/** Serves GraphQL: queries, subscriptions as server-sent events, and GraphiQL for browsers. */
export function serveGraphql(app: FastifyInstance, options: GraphqlOptions): void {
  const { store, context, rewards, logger, metrics } = options;
  const services = { store, context, rewards, logger };
  const capacity = { ...GRAPHQL_CAPACITY, ...options.capacity };
  const place = sharedSlots({
    total: capacity.subscribers,
    perClient: capacity.subscribersPerClient,
    ...{ limit: 'subscriptions', metrics },
    refuse: shareUsedOr(
      'live subscriptions',
      (limit) => new LaunchlensError('SUBSCRIBERS_TOO_MANY', { limit }),
    ),
  });
  const limits = { place, eventsWaiting: capacity.eventsWaiting };
  const hub = new LiveHub(services, limits);
  const programs = new ProgramHub(context, limits);
  const yoga = createGraphqlYoga({ services, hub, programs, capacity });
  const answers = new AnswerCache({ store, gate: context.gate, bytes: capacity.answerBytes });
  const transport = new GraphqlTransport({
    path: GRAPHQL_PATH,
    services,
    yoga,
    answers,
    metrics,
    ...capacity,
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parseAs = { parseAs: 'buffer', bodyLimit: GRAPHQL_LIMITS.bodyBytes } as const;
    scope.addContentTypeParser('application/json', parseAs, (_request, body, done) => done(null, body));
    scope.setErrorHandler(
      duringItsRequest((error, request, reply) => transport.refuse(request, reply, error)),
    );
    const { bodyBytes: bodyLimit } = GRAPHQL_LIMITS;
    scope.get(GRAPHQL_PATH, { exposeHeadRoute: false }, (request, reply) =>
      asksForPage(request) ? sendPage(request, reply) : transport.answer(request, reply),
    );
    scope.post(GRAPHQL_PATH, { bodyLimit }, (request, reply) => transport.answer(request, reply));
    scope.options(GRAPHQL_PATH, (_request, reply) =>
      reply.code(204).headers(COMMON_HEADERS).headers(PREFLIGHT_HEADERS).send(),
    );
    refuseOtherMethods(scope, GRAPHQL_PATH, METHODS);
  });
  app.addHook('preClose', async () => {
    hub.close();
    programs.close();
  });
}
