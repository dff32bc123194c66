import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isLoopback } from '../../../core/kernel/loopback.ts';

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
  /** For a demo on the local chain: receivers on this machine are allowed too, without TLS. */
  readonly local?: boolean;
}

/** A URL in its canonical form, which is the one that the sender parses. @throws WEBHOOK_URL_FORBIDDEN */
export function webhookUrl(text: string, { local = false }: Pick<DestinationRules, 'local'> = {}): URL {
  if (text.length > LONGEST_URL) throw forbidden(`it is longer than ${LONGEST_URL} characters`);
  const url = URL.parse(text);
  if (url === null) throw forbidden('it is not a URL');
  if (local && url.protocol === 'http:' && isLoopback(url)) return url;
  if (url.protocol !== 'https:') throw forbidden('it must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw forbidden('it must not contain a user name or password');
  if (url.hash !== '') throw forbidden('it must not contain a #fragment');
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
  url: URL,
  { resolve, allowed, local = false }: DestinationRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { hostname } = url;
  if (local && isLoopback(url)) return [hostname === '[::1]' ? '::1' : '127.0.0.1'];
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

/** A public address that belongs to the host: Azure's metadata service. */
const METADATA = ['168.63.129.16'];
/** The globally routed part of IPv6 (RFC 4291, IANA): everything else is local, or represents an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is public: not private, loopback, link-local, shared (CGNAT), multicast, reserved or for
 * documentation, and not an IPv6 form of an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(text: string): boolean {
  // The library also accepts shorter forms, which a connection might read differently.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !METADATA.includes(address.toString());
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The addresses of a name from this machine's name servers. Its hosts file is not used. */
export async function resolveHost(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
