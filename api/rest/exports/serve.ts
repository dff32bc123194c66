import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { asProcess } from '../../access/asking-network.ts';
import type { NetworkOf } from '../../access/client-network.ts';
import type { TakeSlot } from '../../access/shared-slots.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { Export } from '../../actions/exports/export.ts';
import type { LatestStore } from '../../read/latest/store.ts';
import type { ApiMetrics } from '../metrics.ts';
import { parseParameters } from '../parse.ts';
import { matchesTag } from '../ready-answer.ts';
import { type Route, urlOf } from '../route.ts';
import { exportHeaders, fileMetadata } from './headers.ts';
import { sendPieces } from './send.ts';

export interface ExportServices {
  readonly context: MirrorContext;
  readonly store: LatestStore;
  readonly metrics: ApiMetrics;
  readonly networkOf: NetworkOf;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A few exports run at a time, shared among client networks. */
  readonly take: TakeSlot;
}

type File = Extract<Route['handle'], { file: unknown }>;

/** Serves one listing as a file of one format. */
export function serveExport(app: FastifyInstance, route: Route, file: File, services: ExportServices): void {
  const url = urlOf(route);
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const giveBack = services.take(services.networkOf(request.raw));
      try {
        // Limited only by its slot: a read limit must not interrupt a running export.
        await asProcess(() => answer({ request, reply, route, file, url }, services));
      } finally {
        giveBack();
      }
      return reply;
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: Route;
  readonly file: File;
  readonly url: string;
}

async function answer(exchange: Exchange, services: ExportServices): Promise<void> {
  const { request, reply, file, url } = exchange;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const opened = await open(exchange, services, gone.signal);
  reply.hijack();
  if (opened === undefined) return;
  const headers = exportHeaders(opened, file.format);
  const unchanged = matchesTag(request.headers['if-none-match'], headers.etag);
  services.metrics.request(url, unchanged ? 304 : 200);
  reply.raw.writeHead(unchanged ? 304 : 200, unchanged ? headers.unchanged : headers.all);
  if (unchanged || request.method === 'HEAD') reply.raw.end();
  else await send(exchange, services, opened, gone.signal);
}

/** Undefined if the reader left before anything was sent. */
async function open(
  { request, route, file }: Exchange,
  { context, store }: ExportServices,
  signal: AbortSignal,
): Promise<Export | undefined> {
  if (!file.ofProgram) store.snapshot();
  const { path, query } = parseParameters(route, request.params, request.query);
  try {
    return await file.file(context, { ...path, ...query }, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function send(
  { reply, file, url }: Exchange,
  { logger, metrics, clock }: ExportServices,
  opened: Export,
  signal: AbortSignal,
): Promise<void> {
  const { fields, digest } = opened;
  const facts = { fields, digest, metadata: fileMetadata(opened) };
  try {
    await sendPieces(reply.raw, file.format.write(facts, opened.pages(signal)), { signal, clock });
    metrics.exported(file.format.extension, 'sent');
  } catch (error) {
    metrics.exported(file.format.extension, signal.aborted ? 'left' : 'cut_off');
    if (isLaunchlensError(error, 'EXPORT_TOO_SLOW')) metrics.limited('slow_exports');
    if (!signal.aborted) logger.warn({ err: error, route: url }, 'an export was cut off');
  }
}
