import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { answerableError, requestRefusal } from '../../actions/answerable.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

/** An error of the transport or the framework before it, as sent to a client. */
export function refusalOf(error: unknown): LaunchlensError {
  const { statusCode } = error as { readonly statusCode?: unknown };
  if (statusCode === 415) return new LaunchlensError('GRAPHQL_MEDIA_TYPE', {}, error);
  return requestRefusal(error, GRAPHQL_LIMITS.bodyBytes) ?? answerableError(error);
}
