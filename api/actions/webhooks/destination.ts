import { isIP } from 'node:net';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

const LONGEST_URL = 1024;
const LEAST_OPEN_PORT = 1024;
/** One message for unknown and private names, so that nobody learns internal names. */
const NOT_PUBLIC = 'its host name does not stand for public addresses alone';

/** All addresses of a host name; rejects or returns none if it does not exist. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** How addresses are resolved and which are allowed. Tests replace both. */
export interface DestinationRules {
  readonly resolve: ResolveHost;
  readonly allowed: (address: string) => boolean;
}

/** A URL in its canonical form, which is the one that the sender parses. @throws WEBHOOK_URL_FORBIDDEN */
export function webhookUrl(text: string): URL {
  if (text.length > LONGEST_URL) throw forbidden(`it is longer than ${LONGEST_URL} characters`);
  const url = URL.parse(text);
  if (url === null) throw forbidden('it is no URL');
  if (url.protocol !== 'https:') throw forbidden('it must begin with https://');
  if (url.username !== '' || url.password !== '') throw forbidden('it may hold no user name and no password');
  if (url.hash !== '') throw forbidden('it may hold no #fragment');
  if (url.port !== '' && Number(url.port) < LEAST_OPEN_PORT) {
    throw forbidden(`its port must be 443 or from ${LEAST_OPEN_PORT} on`);
  }
  return url;
}

/**
 * The checked addresses to connect to: the connection uses one of these without resolving again. One forbidden address
 * forbids them all. @throws WEBHOOK_URL_FORBIDDEN
 */
export async function checkedAddresses(
  { hostname }: URL,
  { resolve, allowed }: DestinationRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) {
    if (!allowed(literal)) throw forbidden('its address is not a public one');
    return [literal];
  }
  const addresses = await resolve(hostname, signal).catch(() => []);
  signal.throwIfAborted();
  if (addresses.length === 0 || !addresses.every(allowed)) throw forbidden(NOT_PUBLIC);
  return addresses;
}

function forbidden(reason: string): LaunchlensError {
  return new LaunchlensError('WEBHOOK_URL_FORBIDDEN', { reason });
}
