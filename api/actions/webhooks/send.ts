import { request as requestWithoutTls } from 'node:http';
import { type RequestOptions, request as requestWithTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { NETWORK_REASONS } from '../../../core/kernel/network-reasons.ts';
import { retryAfterMs } from '../../../core/kernel/retries.ts';
import { checkedAddresses, type DestinationRules, webhookUrl } from './destination.ts';

const LONGEST_MS = 10_000;

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOutcome {
  /** Undefined if there was no answer. */
  readonly httpStatus: number | undefined;
  /** The problem, as text for the owner; undefined if it was delivered. */
  readonly failure: string | undefined;
  /** Milliseconds that the receiver asked to wait. */
  readonly askedFor?: number | undefined;
  /** A retry cannot help. */
  readonly final?: boolean;
}

export type SendMessage = (message: Message, signal: AbortSignal) => Promise<SendOutcome>;

export interface SenderOptions {
  readonly rules: DestinationRules;
  readonly longestMs?: number;
  /** Trusted certificates besides the machine's own. */
  readonly ca?: string | undefined;
}

/**
 * Posts to a just checked address, over a new connection. No redirect is followed, and only the head of the answer is
 * read. Rejects only when the signal aborts.
 */
export function createSender({ rules, longestMs = LONGEST_MS, ca }: SenderOptions): SendMessage {
  return async (message, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    try {
      const url = webhookUrl(message.url, rules);
      const addresses = await checkedAddresses(url, rules, within);
      return await post(url, message, { lookup: pinnedTo(addresses), signal: within, ...(ca && { ca }) });
    } catch (error) {
      signal.throwIfAborted();
      return { httpStatus: undefined, failure: reasonOf(error) };
    }
  };
}

/** Replaces name resolution: it always returns the checked addresses. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, give) => {
    const [first] = found;
    if (all || first === undefined) give(null, found);
    else give(null, first.address, first.family);
  };
}

function post(
  url: URL,
  { headers, body }: Message,
  options: Pick<RequestOptions, 'lookup' | 'signal' | 'ca'>,
): Promise<SendOutcome> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const request = url.protocol === 'https:' ? requestWithTls : requestWithoutTls;
    const asked = request(url, {
      ...options,
      method: 'POST',
      // A reused connection could be to an older address of the name.
      agent: false,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after'] ?? null));
      asked.off('error', reject);
      asked.on('error', () => undefined);
      response.destroy();
    });
    asked.end(body);
  });
}

function outcomeOf(httpStatus: number, retryAfter: string | null): SendOutcome {
  if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, failure: undefined };
  if (httpStatus >= 300 && httpStatus < 400) return { httpStatus, failure: 'redirects are not followed' };
  if (httpStatus === 410) return { httpStatus, failure: 'it is gone for good', final: true };
  return { httpStatus, failure: `it answered ${httpStatus}`, askedFor: retryAfterMs(retryAfter) };
}

function reasonOf(error: unknown): string {
  if (isLaunchlensError(error)) return error.message;
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time';
  const tls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code);
  return NETWORK_REASONS[code] ?? (tls ? 'its certificate is not accepted' : 'the connection failed');
}
