import { defineForClients as define } from './definition.ts';

/** Reasons why a venue cannot quote or build. Nothing has moved, and no text from the venue is passed on. */
export const venueErrors = {
  VENUE_NOT_CONFIGURED: define(
    'No venue is configured for {venue}: {setting} is not set. Nothing was done.',
    {
      status: 409,
      remedy: 'Continue without it, or tell the user: the operator has to set the named setting.',
    },
  ),
  VENUE_FAILED: define<{ venue: string; reason: string; retryAfterMs?: number | undefined }>(
    ({ venue, reason }) => `The venue ${venue} did not return a usable answer: ${reason}.`,
    {
      status: 502,
      retryable: true,
      remedy: 'Call again later. If it keeps failing, tell the user that the venue does not work.',
    },
  ),
  VENUE_BUSY: define<{ venue: string; by: 'client' | 'total'; seconds: number }>(
    ({ venue, by, seconds }) =>
      `Venue ${venue} has reached its limit of ${by === 'client' ? 'your concurrent requests' : 'concurrent requests'}. Try again in ${seconds} s.`,
    {
      status: 429,
      retryable: true,
      remedy: 'Wait for your other calls to this venue to finish, then call again.',
    },
  ),
  VENUE_REFUSED: define('Venue {venue} refused this with HTTP {status}.', {
    status: 409,
    remedy: 'Check the arguments: another market, token or amount may be accepted.',
  }),
  VENUE_LISTS_NOTHING: define('The venue {venue} has no lists that can be read here.', {
    status: 409,
    remedy: "Ask the user for the names and ids, from the venue's own pages.",
  }),
  VENUE_QUOTE_TOO_LOW: define(
    'Venue {venue} offers {offered} base units of {mint}, less than the minimum of {asked} that you set.',
    { status: 409, remedy: 'Lower minimum_out, or wait for a better price.' },
  ),
  VENUE_TRANSACTION_REFUSED: define(
    'The transaction from venue {venue} is not safe to sign: {reason}. It was withheld.',
    {
      status: 409,
      remedy: 'Plan again once. If it is refused again, tell the user not to trust this venue.',
    },
  ),
};
