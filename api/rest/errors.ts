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

/** Sends `{"detail", "code"}` with the status of the error's code, and logs internal failures. */
export function errorHandler(logger: Logger, metrics: ApiMetrics) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const answer = answerable(error);
    metrics.request(request.routeOptions.url ?? 'none', answer.status);
    if (answer.status >= 500) {
      const level = answer.isFault ? 'error' : 'debug';
      logger[level]({ err: error, route: request.routeOptions.url }, 'a request failed');
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

/** What Node reports of bytes that are no request. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
}

/** A request line (RFC 9112), whatever its method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.\d\r?\n/;

/** The error of bytes that are no request, where the framework has no reply object. */
export function bareError({ code, rawPacket }: ParserError): { status: number; body: string } {
  const error = new LaunchlensError(bareCode(code, rawPacket), {});
  return { status: error.status, body: JSON.stringify(errorBody(error)) };
}

function bareCode(code: string | undefined, bytes: unknown) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMED_OUT';
  const text = bytes instanceof Uint8Array ? Buffer.from(bytes).toString('latin1') : '';
  return code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(text) ? 'METHOD_UNKNOWN' : 'REQUEST_MALFORMED';
}
