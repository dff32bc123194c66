import { BODY_STATUSES, COMMON_STATUSES, ERROR_STATUSES } from '../openapi/statuses.ts';
import type { StatusText } from '../route.ts';

export const EXAMPLE_WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Errors shared by several routes. */
type Errors = Readonly<Record<number, StatusText>>;

/** Statuses with the same meaning on every route. */
export function errorsAsEverywhere(...statuses: readonly number[]): Errors {
  return Object.fromEntries(statuses.map((status) => [status, ERROR_STATUSES[status] as StatusText]));
}

/** Those that no route has to name. */
export const COMMON_ERRORS = errorsAsEverywhere(...COMMON_STATUSES);

/** Those of operations that may have a body. */
export const BODY_ERRORS = errorsAsEverywhere(...BODY_STATUSES);

export const NOT_SIGNED_IN: StatusText = {
  description: 'Not signed in.',
  detail: 'Sign in first: send the header Authorization: Bearer <token>.',
};

/** @param detail an example of malformed input */
export function badBody(detail: string): Readonly<Record<400, StatusText>> {
  return { 400: { description: 'The body is malformed; the message names the member.', detail } };
}

/** The common refusals of owner requests; `detail` is an example of malformed input. */
export function signedInErrors(detail: string): Readonly<Record<400 | 401, StatusText>> {
  return {
    400: {
      description: 'A value is malformed; the message names it. Or the account has no bound wallet.',
      detail,
    },
    401: NOT_SIGNED_IN,
  };
}

/** The refusals of a route for one of the owner's rows if that row does not exist. */
export function notYours(
  what: string,
  detail = `This ${what} does not exist.`,
): Readonly<Record<404, StatusText>> {
  return { 404: { description: `You have no ${what} with this id.`, detail } };
}
