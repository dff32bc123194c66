import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { duringRequest } from '../../core/kernel/request-id.ts';
import { isTrustedBy } from './client-network.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Gives a request its id. */
export type RequestIdOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

type ErrorHandler<Result> = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Result;

/** Reading a body loses what runs during a request, so its error handlers enter it again. */
export function duringItsRequest<Result>(handle: ErrorHandler<Result>): ErrorHandler<Result> {
  return (error, request, reply) => duringRequest(request.id, () => handle(error, request, reply));
}

/** Safe in a header and in a log line. */
const WELL_FORMED = /^[\w.:/+=@-]{1,128}$/;

/**
 * A trusted proxy may name a request in `X-Request-Id`. Everybody else gets a new id, so that nobody can pass off a
 * request as another one.
 * @param proxies trusted addresses and networks
 */
export function requestIdBehind(proxies: readonly string[]): RequestIdOf {
  const trusted = isTrustedBy(proxies);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const named = typeof given === 'string' && WELL_FORMED.test(given) && trusted(socket.remoteAddress ?? '');
    return named ? given : randomUUID();
  };
}
