import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { MirrorContext } from '../actions/context.ts';
import type { LatestStore } from '../read/latest/store.ts';
import { COMMON_HEADERS, preflightHeaders } from './headers.ts';
import type { ApiMetrics } from './metrics.ts';
import { parseParameters } from './parse-parameters.ts';
import { type ReadyAnswer, sendReady } from './ready-answer.ts';
import type { ReadyAnswers } from './ready-answers.ts';
import type { Route } from './route.ts';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'TRACE'];

export interface RouteServices {
  readonly context: MirrorContext;
  readonly store: LatestStore;
  readonly ready: ReadyAnswers;
  readonly metrics: ApiMetrics;
}

type Raw = Readonly<Record<string, unknown>>;

/** Serves one read of the mirror under its path, with and without the trailing slash. */
export function serveRoute(app: FastifyInstance, path: string, route: Route, services: RouteServices): void {
  const { context, store, ready, metrics } = services;

  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: async (request, reply) => {
      const found = ready.find(request.raw);
      metrics.ready(found !== undefined);
      const answer = found ?? (await make(request));
      reply.hijack();
      metrics.request(path, sendReady(request.raw, reply.raw, answer));
    },
  });
  refuseOtherMethods(app, path);

  async function make(request: FastifyRequest): Promise<ReadyAnswer> {
    // Refused before the question is looked at: nothing can be said about a slot yet.
    store.snapshot();
    const values = parseParameters(route, request.params as Raw, request.query as Raw);
    const made = metrics.making(path);
    try {
      const ask = () => route.handle(context, values);
      // How far the index lags grows with time alone, so a kept answer would outlive what it was let through by.
      const keep = route.fleeting !== true && values.max_lag_slots === undefined;
      return await ready.make({ route: path, question: request.raw.url ?? path, ask, keep });
    } finally {
      made();
    }
  }
}

/** Answers preflights, and 405 to methods that a path does not take, before any body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: readonly string[] = ['GET'],
): void {
  const allowed = [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const others = METHODS.filter((method) => !taken.includes(method));
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_request, reply) =>
      reply.code(204).headers(COMMON_HEADERS).headers(preflightHeaders(allowed)).send(),
  });
  app.route({
    method: taken.includes('GET') ? others : [...others, 'HEAD'],
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', allowed);
      throw new LaunchlensError('METHOD_NOT_ALLOWED', { method, allowed });
    },
    handler: (_request, reply) => reply,
  });
}
