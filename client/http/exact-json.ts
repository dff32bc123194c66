import { MalformedAnswerError } from '../errors/failures.ts';

/** Longer numbers do not occur in the API, and parsing them takes quadratic time. */
const INTEGER = /^-?[0-9]{1,40}$/;

/**
 * The fields that are integers of any size and always `bigint` here: reward amounts, record ids, and on-chain 64-bit
 * times.
 */
export const EXACT_FIELDS: ReadonlySet<string> = new Set([
  'amount_base_units',
  'reward_amount',
  'id',
  'start_ts',
  'end_ts',
  'cliff_ts',
  'release_start_ts',
  'payout_request_id',
  'pledged_ts',
]);

/**
 * Parses an answer without losing a digit: the fields above and every integer beyond 2^53 become `bigint`. Everything
 * else is as in `JSON.parse`.
 */
export function parseExact(text: string, fields: ReadonlySet<string> = EXACT_FIELDS): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || !(fields.has(key) || !Number.isSafeInteger(value))) return value;
    return exact(value, context?.source);
  });
}

function exact(value: number, source: string | undefined): number | bigint {
  if (Number.isSafeInteger(value)) return BigInt(value);
  // A runtime that does not provide the digits, such as a browser before 2025, must not invent any.
  if (source === undefined && Number.isInteger(value)) {
    throw new MalformedAnswerError(`This runtime cannot read an integer beyond 2^53 exactly.`);
  }
  return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
}
