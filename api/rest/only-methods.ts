import type { FastifyInstance } from 'fastify';
import { allowOnly } from '../access/methods.ts';
import { COMMON_HEADERS, preflightHeaders } from './headers.ts';

/** Answers preflights, and 405 for methods that a path does not support. */
export function onlyMethods(app: FastifyInstance, url: string, taken: readonly string[] = ['GET']): void {
  const allowed = [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_request, reply) =>
      reply.code(204).headers(COMMON_HEADERS).headers(preflightHeaders(allowed)).send(),
  });
  allowOnly(app, url, allowed);
}
