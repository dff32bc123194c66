import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { wireCount } from '../actions/wire.ts';
import type { LatestStore } from '../read/latest/store.ts';
import { COMMON_HEADERS } from './headers.ts';
import type { ApiMetrics } from './metrics.ts';
import { notReadyReason, type ReadinessBounds } from './readiness.ts';
import { refuseOtherMethods } from './serve-route.ts';

export interface SystemServices {
  readonly store: LatestStore;
  readonly clock: Clock;
  readonly metrics: ApiMetrics;
  readonly bounds?: ReadinessBounds | undefined;
}

/** `/health`, `/ready` and `/metrics`, for those who run the API. */
export function serveSystem(app: FastifyInstance, { store, clock, metrics, bounds }: SystemServices): void {
  const get = (url: string, handler: (reply: FastifyReply) => unknown): void => {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) =>
        handler(reply.headers(COMMON_HEADERS).header('cache-control', 'no-store')),
    });
    refuseOtherMethods(app, url);
  };

  get('/health', () => ({ status: 'alive' }));
  get('/ready', () => {
    const reason = notReadyReason(store, clock, bounds);
    if (reason !== undefined) throw new LaunchlensError('MIRROR_NOT_READY', { reason });
    const { slot, chainSlot } = store.snapshot().stamp.checkpoint;
    return { status: 'ready', last_indexed_slot: wireCount(slot), chain_slot: wireCount(chainSlot) };
  });
  get('/metrics', async (reply) => {
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
