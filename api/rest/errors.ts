import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { answerableError, errorBody, requestRefusal, retryAfterOf } from '../actions/answerable.ts';
import { wireCount } from '../actions/wire.ts';
import { COMMON_HEADERS, challengeHeaders } from './headers.ts';
import { LIMITS } from './limits.ts';
import type { ApiMetrics } from './metrics.ts';

/** The error to send: the framework's refusals with our codes, everything else as in every transport. */
export function answerable(error: unknown): LaunchlensError {
  return ofFramework(error as Partial<FastifyError>) ?? answerableError(error);
}

/** Bodies that contradict their media type. */
const BODY_CODES = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function ofFramework(error: Partial<FastifyError>): LaunchlensError | undefined {
  const { statusCode = 500 } = error;
  if (BODY_CODES.has(error.code ?? ''))
    return new LaunchlensError('BODY_MALFORMED', { expected: 'JSON' }, error);
  switch (statusCode) {
    // A file path that leads out of its folder.
    case 403:
      return new LaunchlensError('ROUTE_NOT_FOUND', {}, error);
    case 414:
      return new LaunchlensError('REQUEST_URL_TOO_LONG', { bytes: LIMITS.urlBytes }, error);
    case 415:
      return new LaunchlensError('REQUEST_MEDIA_TYPE', {}, error);
    default:
      return (
        requestRefusal(error, LIMITS.bodyBytes) ??
        (statusCode >= 400 && statusCode < 500
          ? new LaunchlensError('REQUEST_MALFORMED', {}, error)
          : undefined)
      );
  }
}

/** 5xx that anybody can cause by asking much. Metrics count them; in the log they would hide what is broken. */
const EXPECTED: ReadonlySet<string> = new Set([
  'MIRROR_NOT_READY',
  'INDEX_BEHIND_NODE',
  'CHAIN_READER_BUSY',
  'EXPORT_BUSY',
]);

/** Sends `{"detail", "code"}` with the status of the error's code, and logs internal failures. */
export function errorHandler(logger: Logger, metrics: ApiMetrics) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const answer = answerable(error);
    metrics.request(request.routeOptions.url ?? 'none', answer.status);
    if (answer.status >= 500 && !EXPECTED.has(answer.code)) {
      logger.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    }
    const wait = retryAfterOf(answer);
    if (wait !== undefined) reply.header('retry-after', wait);
    return reply
      .code(answer.status)
      .headers(COMMON_HEADERS)
      .headers(challengeHeaders(answer))
      .header('cache-control', 'no-store')
      .send(bodyOf(answer));
  };
}

/** `{"detail", "code"}`, and what some codes add; before the mint exactly the specification's body. */
function bodyOf(error: LaunchlensError): Readonly<Record<string, unknown>> {
  const body = errorBody(error);
  if (isLaunchlensError(error, 'PRE_MINT')) {
    return { detail: body.detail, pre_mint: true, reward_asset: error.context.rewardAsset };
  }
  if (isLaunchlensError(error, 'CLAIM_ALREADY_REQUESTED')) {
    return { ...body, payout_request_id: wireCount(BigInt(error.context.request)) };
  }
  const logs = isLaunchlensError(error, 'SIMULATION_FAILED') ? error.context.logs : undefined;
  return logs ? { ...body, logs } : body;
}

/** The body of an error outside any route, where the framework has no reply object. */
export function bareErrorBody(code: 'REQUEST_MALFORMED' | 'REQUEST_TIMED_OUT'): string {
  return JSON.stringify(errorBody(new LaunchlensError(code, {})));
}
