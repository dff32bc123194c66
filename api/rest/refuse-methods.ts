import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { COMMON_HEADERS, preflightHeaders } from './headers.ts';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'TRACE'];

/** Answers preflights, and 405 for methods that a path does not support, before any body is read. */
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
