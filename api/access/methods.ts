import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';

/** What a handler can meet: CONNECT reaches none. */
const KNOWN = METHODS.filter((method) => method !== 'CONNECT');

/**
 * Answers 405 for every method that a path does not support, before any body is read.
 *
 * @param allowed As in the header `Allow`: `GET, HEAD, OPTIONS`
 */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: string): void {
  const taken = new Set(allowed.split(', '));
  // The framework answers 404 for methods that it was not told of.
  for (const method of KNOWN) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.route({
    method: KNOWN.filter((method) => !taken.has(method)),
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', allowed);
      throw new LaunchlensError('METHOD_NOT_ALLOWED', { method, allowed });
    },
    handler: (_request, reply) => reply,
  });
}
