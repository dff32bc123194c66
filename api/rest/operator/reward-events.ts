import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { csvRows, jsonRows, ndjsonRows, type PlacedRow } from '../../../core/ledger/ingest/rows.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import { authorizationOf } from '../../access/agents/header.ts';
import { errorBody } from '../../actions/answerable.ts';
import { type IngestContext, ingestRewardEvents } from '../../actions/rewards/ingest.ts';
import { COMMON_HEADERS, JSON_TYPE } from '../headers.ts';
import { LIMITS } from '../limits.ts';
import type { ApiMetrics } from '../metrics.ts';
import { operatorGate } from './authority.ts';

export interface RewardEventServices {
  /** The bearer token of the operator. */
  readonly token: string;
  readonly ledger: RewardLedger;
  readonly clock: Clock;
  readonly metrics: ApiMetrics;
}

/** How each body format is read. */
const FORMATS: Readonly<Record<string, (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<PlacedRow>>> = {
  'application/json': jsonRows,
  'application/x-ndjson': ndjsonRows,
  'text/csv': csvRows,
};

/** Serves the endpoint for loading reward events. */
export function serveRewardEvents(
  app: FastifyInstance,
  url: string,
  { token, ledger, clock, metrics }: RewardEventServices,
): void {
  const requireOperator = operatorGate(token);
  let running = 0;
  void app.register(async (scope) => {
    // Only the handler reads bodies, as they arrive.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(Object.keys(FORMATS), (_request, payload, done) => done(null, payload));
    scope.route({
      method: 'POST',
      url,
      onRequest: async ({ raw }) => requireOperator(authorizationOf(raw.rawHeaders)),
      handler: async (request, reply) => {
        if (running >= LIMITS.ingestsAtOnce) throw new LaunchlensError('REWARD_INGEST_BUSY', { running });
        running += 1;
        try {
          const { status, body } = await ingest(request, { ledger, clock });
          metrics.request(url, status);
          return send(reply, status, body);
        } finally {
          running -= 1;
        }
      },
    });
  });
}

async function ingest(request: FastifyRequest, context: IngestContext) {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const rows = FORMATS[type.trim().toLowerCase()];
  const body = request.body as Readable | undefined;
  if (!rows || !body) throw new LaunchlensError('REQUEST_MEDIA_TYPE', {});
  try {
    const { stored, refusal } = await ingestRewardEvents(context, rows(bounded(body)));
    return stored ? { status: 200, body: stored } : { status: 409, body: refusal };
  } catch (error) {
    if (!isLaunchlensError(error, 'REWARD_ROW_MALFORMED')) throw error;
    return { status: error.status, body: { ...errorBody(error), line: error.context.line } };
  }
}

/** @throws REQUEST_BODY_TOO_LARGE */
async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LIMITS.ingestBytes) {
      throw new LaunchlensError('REQUEST_BODY_TOO_LARGE', { bytes: LIMITS.ingestBytes });
    }
    yield chunk;
  }
}

/** The rest of a refused body is not read, so its connection serves no other request. */
function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (status !== 200) reply.header('connection', 'close');
  return reply
    .code(status)
    .headers(COMMON_HEADERS)
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(body));
}
