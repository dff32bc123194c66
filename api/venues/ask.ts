import type { z } from 'zod';
import { boundedText } from '../../core/kernel/bounded-text.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { fetchReason } from '../../core/kernel/network-reasons.ts';
import { retryAfterMs, withRetries } from '../../core/kernel/retries.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { type Route, type VenueAsker, venueLanes } from './venue.ts';

/** How to reach a venue. */
export interface VenueEndpoint {
  readonly venue: string;
  /** Base URL; paths are added to it. */
  readonly url: string;
  /** Sent with every request; keys go here, never into a URL. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
  /** How its JSON is read; `JSON.parse` by default, where numbers pass through doubles. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** For one answer, and for all attempts together. */
  readonly limits?: { readonly attemptMs: number; readonly totalMs: number } | undefined;
  /** Bytes of an answer; 256 KiB by default. */
  readonly largestBody?: number | undefined;
  /** For tests; by default the waits are random. */
  readonly random?: (() => number) | undefined;
}

export interface VenueQuestion {
  /** Path below the base URL, with its query. */
  readonly path: string;
  /** Posted as JSON; a request without a body is a GET. */
  readonly body?: unknown;
  readonly asker: VenueAsker;
}

export type AskVenue = <Answer>(
  question: VenueQuestion,
  shape: z.ZodType<Answer>,
  signal?: AbortSignal,
) => Promise<Answer>;

/** An agent waits for the answer, so a slow venue counts as unavailable. */
const LIMITS = { attemptMs: 8_000, totalMs: 15_000 };
const RETRIES = 2;
const LARGEST_BODY = 256 * 1024;

interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends requests to a venue: limited in time, size and number, retried after 429 and 5xx, without redirects. Text
 * outside the expected shape is never passed on: it could be written to influence its reader.
 */
export function askVenue(endpoint: VenueEndpoint): AskVenue {
  const { venue, clock, random, metrics, parse = JSON.parse, limits = LIMITS } = endpoint;
  const takeSlot = venueLanes(venue, metrics);
  const reply = async (question: VenueQuestion, signal: AbortSignal): Promise<Reply> => {
    const askedFor = (error: LaunchlensError) =>
      isLaunchlensError(error, 'VENUE_FAILED') ? (error.context.retryAfterMs ?? 0) : 0;
    const once = () =>
      send(endpoint, question, AbortSignal.any([signal, AbortSignal.timeout(limits.attemptMs)]));
    return withRetries(once, { clock, retries: RETRIES, signal, random, askedFor });
  };
  return async (question, shape, signal) => {
    const giveBack = takeSlot(question.asker);
    const total = AbortSignal.timeout(limits.totalMs);
    try {
      const { status, text } = await reply(question, signal ? AbortSignal.any([signal, total]) : total);
      return answerOf(venue, status, shape, () => jsonOf(venue, () => parse(text)));
    } catch (error) {
      throw isLaunchlensError(error) ? error : failed(venue, 'it did not answer in time', error);
    } finally {
      giveBack();
    }
  };
}

/** @throws VENUE_FAILED, VENUE_REFUSED */
function answerOf<Answer>(
  venue: string,
  status: number,
  shape: z.ZodType<Answer>,
  json: () => unknown,
): Answer {
  if (status >= 300 && status < 400)
    throw failed(venue, 'it sends elsewhere, and redirects are not followed');
  if (status >= 400) throw new LaunchlensError('VENUE_REFUSED', { venue, status });
  const parsed = shape.safeParse(json());
  // Only names of members: their values are the venue's text.
  if (!parsed.success) throw failed(venue, `its answer is malformed at ${placeOf(parsed.error)}`);
  return parsed.data;
}

/** One attempt; throws only errors that a retry may fix. @throws VENUE_FAILED */
async function send(
  endpoint: VenueEndpoint,
  { path, body }: VenueQuestion,
  signal: AbortSignal,
): Promise<Reply> {
  const { venue, url, headers, largestBody = LARGEST_BODY } = endpoint;
  const posted = body !== undefined;
  try {
    const response = await fetch(`${url}${path}`, {
      method: posted ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(posted && { 'content-type': 'application/json' }),
      },
      ...{ redirect: 'manual', signal },
      ...(posted && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      const context = { venue, reason: `it answers HTTP ${status}` };
      const later = retryAfterMs(response.headers.get('retry-after'));
      throw new LaunchlensError('VENUE_FAILED', { ...context, retryAfterMs: later });
    }
    const endless = () => failed(venue, `its answer passes ${largestBody} bytes`);
    return { status, text: await boundedText(response, largestBody, endless) };
  } catch (error) {
    if (isLaunchlensError(error)) throw error;
    throw failed(venue, fetchReason(error) ?? 'it cannot be reached', error);
  }
}

function jsonOf(venue: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (cause) {
    throw failed(venue, 'its answer is not JSON', cause);
  }
}

const NAME = /^[A-Za-z0-9_]{1,40}$/;

function placeOf({ issues: [first] }: z.ZodError): string {
  const names = (first?.path ?? []).map(String);
  return names.length > 0 && names.every((name) => NAME.test(name)) ? names.join('.') : 'its root';
}

export function failed(venue: string, reason: string, cause?: unknown): LaunchlensError<'VENUE_FAILED'> {
  return new LaunchlensError('VENUE_FAILED', { venue, reason }, cause);
}

const FULL_BPS = 10_000n;

/**
 * Refuses a route whose minimum is zero, or lower than the slippage in basis points allows. Without a slippage the venue
 * decides the minimum.
 * @throws VENUE_FAILED
 */
export function requireWithinSlippage(
  venue: string,
  { receives }: Pick<Route, 'receives'>,
  bps: number | undefined,
): void {
  const { amount, minimum } = receives;
  const least = bps === undefined ? 1n : (amount * (FULL_BPS - BigInt(bps))) / FULL_BPS;
  if (minimum >= least && minimum > 0n && minimum <= amount) return;
  throw failed(venue, 'the minimum of its quote is not within the slippage asked for');
}
