import { boundedText } from '../../core/kernel/bounded-text.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { fetchReason } from '../../core/kernel/network-reasons.ts';
import { retryAfterMs } from '../../core/kernel/retries.ts';

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
