import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { answerableError } from '../../actions/answerable.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

/** An error of the transport or the framework before it, as sent to a client. */
export function refusalOf(error: unknown): LaunchlensError {
  switch ((error as { readonly statusCode?: unknown }).statusCode) {
    case 400:
      return new LaunchlensError('REQUEST_MALFORMED', {}, error);
    case 408:
      return new LaunchlensError('REQUEST_TIMED_OUT', {}, error);
    case 413:
      return new LaunchlensError('REQUEST_BODY_TOO_LARGE', { bytes: GRAPHQL_LIMITS.bodyBytes }, error);
    case 415:
      return new LaunchlensError('GRAPHQL_MEDIA_TYPE', {}, error);
    default:
      return answerableError(error);
  }
}
