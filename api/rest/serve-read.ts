import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MirrorContext } from '../actions/context.ts';
import type { LatestStore } from '../read/latest/store.ts';
import type { ApiMetrics } from './metrics.ts';
import { parseParameters } from './parse.ts';
import { type ReadyAnswer, sendReady } from './ready-answer.ts';
import type { ReadyAnswers } from './ready-answers.ts';
import { type Route, urlOf } from './route.ts';

export interface MirrorServices {
  readonly context: MirrorContext;
  readonly store: LatestStore;
  readonly ready: ReadyAnswers;
}

/** Serves one read of the mirror, from the cache if possible. */
export function serveRead(
  app: FastifyInstance,
  route: Route,
  handle: Extract<Route['handle'], { read: unknown }>,
  { context, store, ready, metrics }: MirrorServices & { readonly metrics: ApiMetrics },
): void {
  const url = urlOf(route);
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const found = ready.find(request.raw);
      metrics.ready(found !== undefined);
      const answer = found ?? (await make(request));
      reply.hijack();
      metrics.request(url, sendReady(request.raw, reply.raw, answer));
    },
  });

  async function make(request: FastifyRequest): Promise<ReadyAnswer> {
    // Refused before the request is parsed: no slot can be named yet.
    if (!handle.ofProgram) store.snapshot();
    const { path, query } = parseParameters(route, request.params, request.query);
    const made = metrics.making(url);
    try {
      const ask = () => handle.read(context, { ...path, ...query });
      // The lag grows with time alone, so a cached answer would outlive its lag check.
      const keep = handle.fleeting !== true && query.max_lag_slots === undefined;
      return await ready.make({ route: url, question: request.raw.url ?? url, ask, keep });
    } finally {
      made();
    }
  }
}
