import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { MirrorContext } from '../actions/context.ts';
import type { LatestStore } from '../read/latest/store.ts';
import { COMMON_HEADERS, preflightHeaders } from './headers.ts';
import type { ApiMetrics } from './metrics.ts';
import { parseParameters } from './parse-parameters.ts';
import { matchesTag, type ReadyAnswer, type ReadyAnswers, versionOf } from './ready-answers.ts';
import type { Route } from './route.ts';

const READ_METHODS = 'GET, HEAD, OPTIONS';
const OTHER_METHODS = ['DELETE', 'PATCH', 'POST', 'PUT', 'TRACE'];

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
  const answerWith = (request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply => {
    metrics.request(path, send(request, reply, answer));
    return reply;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: (request, reply) => {
      // A path or query that does not parse was never answered, so a question that is held needs no check.
      const question = request.raw.url ?? path;
      const gateVersion = context.gate.version;
      const version = versionOf(store.snapshot().stamp.epoch, gateVersion);
      const held = ready.held(question, version);
      metrics.ready(held !== undefined);
      if (held !== undefined) return answerWith(request, reply, held);
      const values = parseParameters(route, request.params as Raw, request.query as Raw);
      const made = metrics.making(route.path);
      return ready
        .make(question, version, gateVersion, () => route.handle(context, values))
        .finally(made)
        .then((answer) => answerWith(request, reply, answer));
    },
  });
  refuseOtherMethods(app, path);
}

/**
 * Writes past the framework's reply, whose work for each header would cost as much as the answer itself.
 * Gives the status.
 */
function send(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): 200 | 304 {
  reply.hijack();
  const { raw } = reply;
  if (matchesTag(request.headers['if-none-match'], answer.etag)) {
    raw.writeHead(304, answer.unchanged);
    raw.end();
    return 304;
  }
  raw.writeHead(200, answer.headers);
  if (request.method === 'HEAD') raw.end();
  else raw.end(answer.body);
  return 200;
}

/** Answers preflights, and 405 to methods that a path does not take, before any body is read. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_request, reply) =>
      reply.code(204).headers(COMMON_HEADERS).headers(preflightHeaders(READ_METHODS)).send(),
  });
  app.route({
    method: OTHER_METHODS,
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', READ_METHODS);
      throw new LaunchlensError('METHOD_NOT_ALLOWED', { method, allowed: READ_METHODS });
    },
    handler: (_request, reply) => reply,
  });
}
