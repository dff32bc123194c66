import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { requestId } from '../../../core/kernel/request-id.ts';
import { camelKey } from '../../../schemas/letter-case.ts';
import { answerableError, retryAfterOf } from '../../actions/answerable.ts';

/** Yoga's own data about an error. */
interface YogaExtensions {
  readonly code?: unknown;
  readonly http?: { readonly status?: number; readonly spec?: boolean };
  /** Set if the body was not JSON. */
  readonly originalError?: unknown;
}

/** REST parameter names in shared error messages that have another name here. */
const PARAMETERS = /\b(as_of_slot|min_slot|max_lag_slots|launch_id|order_by|min_amount|wallet_address)\b/g;
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bnext_cursor\b/g, 'endCursor'],
  [/^cursor\b/, 'after'],
];

/** An error on output: the client's message, the status if nothing was answered, and whether it is our fault. */
export interface OutgoingError {
  readonly body: GraphQLFormattedError;
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Whether the request was valid GraphQL over HTTP, so that only its document was refused. */
  readonly wellFormed: boolean;
  /** The cause, if it is our fault and must be logged. */
  readonly fault: unknown;
}

/**
 * An error on output: errors of the query language and coded ones for readers unchanged, everything else without its
 * cause.
 */
export function formatError(error: unknown): OutgoingError {
  const cause = originOf(error);
  const known = error instanceof GraphQLError ? error : undefined;
  const place = {
    ...(known?.locations && { locations: known.locations }),
    ...(known?.path && { path: known.path }),
  };
  if (cause === undefined && known !== undefined && known.extensions.unexpected !== true) {
    return ofLanguage(known, place);
  }
  const coded = answerableError(cause ?? error);
  const fault = coded.isFault ? (cause ?? error) : undefined;
  const body = { message: inCamelCase(coded.message), ...place, extensions: extensionsOf(coded.code) };
  const wellFormed = coded.code !== 'GRAPHQL_BATCH_REFUSED';
  return { body, status: coded.status, retryAfter: retryAfterOf(coded), wellFormed, fault };
}

/** The cause of a located error; undefined for an error of the query language itself. */
function originOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause;
}

function ofLanguage(error: GraphQLError, place: Partial<GraphQLFormattedError>): OutgoingError {
  const { code, http, originalError } = error.extensions as YogaExtensions;
  const extensions = extensionsOf(typeof code === 'string' ? code : 'BAD_USER_INPUT');
  return {
    body: { message: error.message, ...place, extensions },
    status: http?.status ?? 400,
    retryAfter: undefined,
    wellFormed: http === undefined || (http.spec === true && originalError === undefined),
    fault: undefined,
  };
}

function extensionsOf(code: string): Record<string, unknown> {
  const id = requestId();
  return id === undefined ? { code } : { code, requestId: id };
}

function inCamelCase(message: string): string {
  const renamed = OTHER_NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name), message);
  return renamed.replace(PARAMETERS, camelKey);
}
