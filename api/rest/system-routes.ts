import type { FastifyInstance, FastifyReply } from 'fastify';
import { READINESS_BOUNDS } from '../../core/kernel/readiness.ts';
import { RETRY_AFTER_SECONDS } from '../actions/answerable.ts';
import { wireCount } from '../actions/wire.ts';
import { COMMON_HEADERS } from './headers.ts';
import type { ApiMetrics } from './metrics.ts';
import { onlyMethods } from './only-methods.ts';
import { notReady, type ReadinessParts, slowestStamp } from './readiness.ts';

export interface SystemServices extends ReadinessParts {
  readonly metrics: ApiMetrics;
  /** The repair under way in this process's indexer, as text; undefined if there is none, or it runs elsewhere. */
  readonly repairing?: (() => string | undefined) | undefined;
}

/** `/health`, `/ready` and `/metrics`, for operators. */
export function serveSystem(app: FastifyInstance, services: SystemServices): void {
  const { indexes, clock, metrics, repairing, bounds = READINESS_BOUNDS } = services;
  const get = (url: string, handler: (reply: FastifyReply) => unknown): void => {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) =>
        handler(reply.headers(COMMON_HEADERS).header('cache-control', 'no-store')),
    });
    onlyMethods(app, url);
  };

  get('/health', () => ({ status: 'alive' }));
  get('/ready', async (reply) => {
    const reason = await notReady(services);
    const mending = repairing?.();
    const stamp = slowestStamp(indexes);
    if (reason !== undefined || stamp === undefined) {
      metrics.request('/ready', 503);
      const body = { status: 'not_ready', ...reason, ...(mending && { repairing: mending }) };
      return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(body);
    }
    const { checkpoint, verifiedSlot, unreadable } = stamp;
    return {
      status: 'ready',
      last_indexed_slot: wireCount(checkpoint.slot),
      chain_slot: wireCount(checkpoint.chainSlot),
      lag_slots: Math.max(0, wireCount(checkpoint.chainSlot) - wireCount(checkpoint.slot)),
      verified_slot: verifiedSlot === undefined ? null : wireCount(verifiedSlot),
      checkpoint_age_seconds: Math.max(0, Math.floor((clock.now() - checkpoint.indexedAt) / 1000)),
      unreadable_accounts: unreadable?.count ?? 0,
      max_lag_slots: bounds.lagSlots,
      max_age_seconds: Math.floor(bounds.checkpointAgeMs / 1000),
      repairing: mending ?? null,
    };
  });
  get('/metrics', async (reply) => {
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
