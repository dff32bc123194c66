import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { asProcess } from '../../access/asking-network.ts';
import type { NetworkOf } from '../../access/client-network.ts';
import { sharedSlots } from '../../access/shared-slots.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { Export } from '../../actions/exports/export.ts';
import type { LatestStore } from '../../read/latest/store.ts';
import { LIMITS } from '../limits.ts';
import type { ApiMetrics } from '../metrics.ts';
import { parseParameters } from '../parse-parameters.ts';
import { matchesTag } from '../ready-answer.ts';
import { BASE_PATH } from '../routes/all.ts';
import { refuseOtherMethods } from '../serve-route.ts';
import type { ExportFormat } from './format.ts';
import { EXPORT_FORMATS } from './formats.ts';
import { exportHeaders, fileMetadata } from './headers.ts';
import { EXPORT_LISTINGS, type ExportListing } from './listings.ts';
import { sendPieces } from './send.ts';

export interface ExportServices {
  readonly context: MirrorContext;
  readonly store: LatestStore;
  readonly metrics: ApiMetrics;
  readonly networkOf: NetworkOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Raw = Readonly<Record<string, unknown>>;

/** Serves every listing as a file of every format, a few at a time. */
export function serveExports(app: FastifyInstance, services: ExportServices): void {
  const { metrics, networkOf } = services;
  const take = sharedSlots({
    ...LIMITS.exports,
    ...{ limit: 'exports', metrics, what: 'exports that run at the same time' },
    full: (running) => new LaunchlensError('EXPORT_BUSY', { running }),
  });
  for (const listing of EXPORT_LISTINGS) {
    for (const format of EXPORT_FORMATS) {
      const url = `${BASE_PATH}${listing.path.replace(/\{(\w+)\}/g, ':$1')}.${format.extension}`;
      app.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const giveBack = take(networkOf(request.raw));
          try {
            // Bounded by its slot alone: a limit of reads must not cut off what has begun.
            await asProcess(() => serveExport({ request, reply, listing, format, url }, services));
          } finally {
            giveBack();
          }
          return reply;
        },
      });
      refuseOtherMethods(app, url);
    }
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly listing: ExportListing;
  readonly format: ExportFormat;
  readonly url: string;
}

async function serveExport(exchange: Exchange, services: ExportServices): Promise<void> {
  const { request, reply, format, url } = exchange;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const opened = await open(exchange, services, gone.signal);
  reply.hijack();
  if (opened === undefined) return;
  const headers = exportHeaders(opened, format);
  const unchanged = matchesTag(request.headers['if-none-match'], headers.etag);
  services.metrics.request(url, unchanged ? 304 : 200);
  reply.raw.writeHead(unchanged ? 304 : 200, unchanged ? headers.unchanged : headers.all);
  if (unchanged || request.method === 'HEAD') reply.raw.end();
  else await send(exchange, services, opened, gone.signal);
}

/** Undefined where the reader left before there was anything to say. */
async function open(
  { request, listing }: Exchange,
  { context, store }: ExportServices,
  signal: AbortSignal,
): Promise<Export | undefined> {
  store.snapshot();
  const values = parseParameters(listing, request.params as Raw, request.query as Raw);
  try {
    return await listing.open(context, values, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function send(
  { reply, format, url }: Exchange,
  { logger, metrics, clock }: ExportServices,
  opened: Export,
  signal: AbortSignal,
): Promise<void> {
  const { fields, digest } = opened;
  const facts = { fields, digest, metadata: fileMetadata(opened) };
  try {
    await sendPieces(reply.raw, format.write(facts, opened.pages(signal)), { signal, clock });
  } catch (error) {
    if (isLaunchlensError(error, 'EXPORT_TOO_SLOW')) metrics.limited('slow_exports');
    if (!signal.aborted) logger.warn({ err: error, route: url }, 'an export was cut off');
  }
}
