import { z } from 'zod';
import { boundedText } from '../../core/kernel/bounded-text.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { digitsJson } from '../../core/kernel/exact-json.ts';
import { fetchReason } from '../../core/kernel/network-reasons.ts';
import { retryAfterMs } from '../../core/kernel/retries.ts';
import { rowIssues } from '../../core/kernel/wrong-value.ts';
import type { BarText } from '../model/bar.ts';

/** Numbers keep their original digits, see below; some providers send them as text. */
const digits = z.string().max(64);

const answer = z.object({
  success: z.literal(true),
  data: z.object({
    items: z.array(z.object({ unixTime: digits, o: digits, h: digits, l: digits, c: digits, v: digits })),
  }),
});

/** The bars of one page; no number passes through a double. @throws MARKET_DATA_MALFORMED */
export function readAnswer(host: string, body: string): BarText[] {
  const { success, data, error } = answer.safeParse(parsed(host, body));
  if (!success) throw new LaunchlensError('MARKET_DATA_MALFORMED', { host, detail: rowIssues(error) });
  return data.data.items.map(({ unixTime, o, h, l, c, v }) => ({
    ts: unixTime,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
  }));
}

function parsed(host: string, body: string): unknown {
  try {
    return digitsJson(body);
  } catch (cause) {
    throw new LaunchlensError('MARKET_DATA_MALFORMED', { host, detail: 'it is not JSON' }, cause);
  }
}

export interface Provider {
  /** Base URL; the path of the OHLCV endpoint is added. */
  readonly url: string;
  readonly key: string;
  /** Address of the token; prices are in US dollars. */
  readonly token: string;
  readonly clock: Clock;
  /** For tests; by default the waits are random. */
  readonly random?: () => number;
}

const TIMEOUT_MS = 20_000;
/** A page of a thousand bars takes a fraction of it. */
const MOST_BYTES = 8 << 20;

/** For display: never the whole URL, which may contain keys. */
export const hostOf = ({ url }: Provider): string => new URL(url).host;

/** The text of one page of hourly bars that open from `from` to `to`, Unix seconds, inclusive. */
export async function askPage(provider: Provider, from: number, to: number): Promise<string> {
  const response = await send(provider, pageUrl(provider, from, to));
  const host = hostOf(provider);
  if (response.ok) return response.body;
  const { status } = response;
  if (status === 429) {
    throw new LaunchlensError('MARKET_DATA_RATE_LIMITED', { host, retryAfterMs: response.retryAfterMs });
  }
  if (status >= 500) throw new LaunchlensError('MARKET_DATA_UNREACHABLE', { host, reason: `HTTP ${status}` });
  throw new LaunchlensError('MARKET_DATA_REFUSED', { host, status });
}

function pageUrl({ url, token }: Provider, from: number, to: number): URL {
  const page = new URL(`${url}/defi/ohlcv`);
  const query = { address: token, type: '1H', currency: 'usd', time_from: String(from), time_to: String(to) };
  for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value);
  return page;
}

async function send(provider: Provider, url: URL) {
  const headers = { accept: 'application/json', 'x-chain': 'solana', 'X-API-KEY': provider.key };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers, signal, redirect: 'error' });
    return {
      ok: response.ok,
      status: response.status,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
      body: await boundedText(response, MOST_BYTES, () => endless(provider)),
    };
  } catch (error) {
    if (isLaunchlensError(error)) throw error;
    const context = { host: hostOf(provider), reason: reasonOf(error) };
    throw new LaunchlensError('MARKET_DATA_UNREACHABLE', context, error);
  }
}

function endless(provider: Provider): LaunchlensError<'MARKET_DATA_MALFORMED'> {
  const detail = `it is longer than ${MOST_BYTES} bytes`;
  return new LaunchlensError('MARKET_DATA_MALFORMED', { host: hostOf(provider), detail });
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string } };
  return fetchReason(error) ?? cause?.message ?? String(error);
}
