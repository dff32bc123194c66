import { METHODS, maxHeaderSize } from 'node:http';
import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';

/** What a handler can meet: CONNECT reaches none. */
const KNOWN = METHODS.filter((method) => method !== 'CONNECT');
/** A page may take any path for these, so that they need a route. */
const OF_PAGES = ['GET', 'HEAD'];

/** How paths are read. A parameter may be as long as any URL that arrives, so that a long one is refused like all others. */
export const ROUTING = { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize } as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** Told of a path and of what it supports, as in the header `Allow`. */
    readonly allowedOn: (url: string, allowed: string) => void;
  }
}

/**
 * Lets an app answer 405 on the paths that `allowOnly` names. It looks the path up once no route took the request: routes
 * for each other method of each path would be thousands, and took most of the time in which an app is built.
 */
export function knowAllowedMethods(app: FastifyInstance): void {
  const paths = findMyWay(ROUTING);
  app.decorate('allowedOn', (url, allowed) => paths.on('GET', url, () => undefined, allowed));
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.is404 ? paths.find('GET', request.url.replace(/\?.*/s, ''))?.store : undefined;
    if (typeof allowed !== 'string') return done();
    reply.header('allow', allowed);
    done(new LaunchlensError('METHOD_NOT_ALLOWED', { method: request.method, allowed }));
  });
}

/**
 * Answers 405 for every method that a path does not support, before any body is read.
 *
 * @param allowed As in the header `Allow`: `GET, HEAD, OPTIONS`
 */
export function allowOnly(app: FastifyInstance, url: string, allowed: string): void {
  app.allowedOn(url, allowed);
  refuse(app, url, { among: OF_PAGES, allowed });
}

/** The same by routes, for plugins that word their own errors. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: string): void {
  // The framework answers 404 for methods that it was not told of.
  for (const method of KNOWN) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  refuse(app, url, { among: KNOWN, allowed });
}

function refuse(
  app: FastifyInstance,
  url: string,
  { among, allowed }: { among: readonly string[]; allowed: string },
): void {
  const taken = new Set(allowed.split(', '));
  const method = among.filter((each) => !taken.has(each));
  if (method.length === 0) return;
  app.route({
    method,
    url,
    onRequest: async (request, reply) => {
      reply.header('allow', allowed);
      throw new LaunchlensError('METHOD_NOT_ALLOWED', { method: request.method, allowed });
    },
    handler: (_request, reply) => reply,
  });
}
