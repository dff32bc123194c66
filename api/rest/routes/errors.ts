import { COMMON_STATUSES, ERROR_STATUSES } from '../openapi/statuses.ts';
import type { StatusWords } from '../route.ts';

/** Errors that routes have in common. */
type Errors = Readonly<Record<number, StatusWords>>;

/** Statuses that mean what they mean on every route. */
export function errorsAsEverywhere(...statuses: readonly number[]): Errors {
  return Object.fromEntries(statuses.map((status) => [status, ERROR_STATUSES[status] as StatusWords]));
}

/** Those that no route has to name. */
export const COMMON_ERRORS = errorsAsEverywhere(...COMMON_STATUSES);

export const NOT_SIGNED_IN: StatusWords = {
  description: 'Not signed in.',
  detail: 'Sign in first: send the header Authorization: Bearer <token>.',
};

/** @param detail an example of what does not parse */
export function badBody(detail: string): Readonly<Record<400, StatusWords>> {
  return { 400: { description: 'The body does not parse; the sentence names the member.', detail } };
}

/** What every question of a wallet's owner can be refused with; `detail` is an example of what does not parse. */
export function signedInErrors(detail: string): Readonly<Record<400 | 401, StatusWords>> {
  return {
    400: {
      description: 'Something does not parse; the sentence names it. Or the account has no bound wallet.',
      detail,
    },
    401: NOT_SIGNED_IN,
  };
}

/** What a route of one row of the owner is refused with where there is no such row. */
export function notYours(
  what: string,
  detail = `There is no such ${what}.`,
): Readonly<Record<404, StatusWords>> {
  return { 404: { description: `You have no such ${what}.`, detail } };
}
