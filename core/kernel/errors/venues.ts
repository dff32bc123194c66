import { define } from './definition.ts';

/** Reasons why a venue cannot quote or build. Nothing has moved, and no text from the venue is passed on. */
export const venueErrors = {
  VENUE_NOT_CONFIGURED: define<{ venue: string; setting: string }>(
    ({ venue, setting }) => `No venue for ${venue} is configured: ${setting} is not set. Nothing was done.`,
    { status: 409 },
  ),
  VENUE_FAILED: define<{ venue: string; reason: string; retryAfterMs?: number | undefined }>(
    ({ venue, reason }) => `The venue ${venue} gives no answer that can be used: ${reason}.`,
    { status: 502, retryable: true },
  ),
  VENUE_BUSY: define<{ venue: string; by: 'client' | 'total'; seconds: number }>(
    ({ venue, by, seconds }) =>
      `The venue ${venue} is already answering as many ${by === 'client' ? 'of your requests' : 'requests'} as it may. Try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  VENUE_REFUSED: define<{ venue: string; status: number }>(
    ({ venue, status }) => `The venue ${venue} does not do this: it answers HTTP ${status}.`,
    { status: 409 },
  ),
  VENUE_QUOTE_TOO_LOW: define<{ venue: string; mint: string; offered: bigint; asked: bigint }>(
    ({ venue, mint, offered, asked }) =>
      `The venue ${venue} offers ${offered} base units of ${mint}, and at least ${asked} were asked for.`,
    { status: 409 },
  ),
  VENUE_TRANSACTION_REFUSED: define<{ venue: string; reason: string }>(
    ({ venue, reason }) =>
      `The transaction of the venue ${venue} is not one to sign: ${reason}. It was not handed out.`,
    { status: 409 },
  ),
};
