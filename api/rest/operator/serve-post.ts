import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizationOf } from '../../access/agents/header.ts';
import { COMMON_HEADERS } from '../headers.ts';
import type { ApiMetrics } from '../metrics.ts';
import { refuseOtherMethods } from '../serve-route.ts';
import { operatorGate } from './authority.ts';

export interface OperatorPost<Params> {
  /** The bearer token of the operator; without it there is no such path. */
  readonly token: string | undefined;
  readonly url: string;
  readonly metrics: ApiMetrics;
  /** Gives the body of the answer. */
  readonly handle: (request: FastifyRequest<{ Params: Params }>) => Promise<object>;
}

/** Serves one thing that the operator may do, whose question and answer are JSON. */
export function serveOperatorPost<Params>(
  app: FastifyInstance,
  { token, url, metrics, handle }: OperatorPost<Params>,
): void {
  if (token === undefined) return;
  const requireOperator = operatorGate(token);
  app.route<{ Params: Params }>({
    method: 'POST',
    url,
    onRequest: async ({ raw }) => requireOperator(authorizationOf(raw.rawHeaders)),
    handler: async (request, reply) => {
      const answer = await handle(request);
      metrics.request(url, 200);
      return reply.headers(COMMON_HEADERS).header('cache-control', 'no-store').send(answer);
    },
  });
  refuseOtherMethods(app, url, ['POST']);
}
