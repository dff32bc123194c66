import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** The client that a request counts for in every limit, as `clientNetwork` names it. */
export type NetworkOf = (request: IncomingMessage) => string;

/** A network that contains an address. */
export interface Network {
  readonly name: string;
  /** The limit of all clients of this network together, as a multiple of one client's. */
  readonly clients: number;
}

interface Prefix {
  readonly bits: number;
  readonly clients: number;
}

/**
 * The first of each kind counts as one client: one host usually has a whole /64 of IPv6. Larger networks may use more,
 * but far less than all their clients together: one line often has a /56 or a /48.
 */
const PREFIXES: Readonly<Record<'ipv4' | 'ipv6', readonly Prefix[]>> = {
  ipv4: [
    { bits: 32, clients: 1 },
    { bits: 24, clients: 10 },
    { bits: 16, clients: 100 },
  ],
  ipv6: [
    { bits: 64, clients: 1 },
    { bits: 56, clients: 3 },
    { bits: 48, clients: 10 },
    { bits: 32, clients: 100 },
  ],
};

/** Addresses whose networks are cached, because computing them costs more than a cached answer. */
const REMEMBERED = 20_000;
const known = new LRUCache<string, readonly Network[]>({ max: REMEMBERED });

/** The networks that contain an address, the client's own first. Text that is not an address is its own client. */
export function networksOf(address: string): readonly Network[] {
  const found = known.get(address);
  if (found !== undefined) return found;
  const networks = isIP(address) === 0 ? [{ name: address, clients: 1 }] : networksAround(address);
  known.set(address, networks);
  return networks;
}

function networksAround(address: string): Network[] {
  // An IPv4-mapped IPv6 address is the same as the IPv4 address.
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return PREFIXES[parsed.kind()].map(({ bits, clients }) => {
    const prefix = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
    const first = ipaddr.fromByteArray(prefix).toString();
    return { name: clients === 1 ? first : `${first}/${bits}`, clients };
  });
}

/** The first address of the network that counts as one client: an IPv4 address, or an IPv6 /64. */
export function clientNetwork(address: string): string {
  return networksOf(address)[0]?.name ?? address;
}

/**
 * Follows `X-Forwarded-For` backwards from the connection for as long as the writer of the entry is trusted: clients may
 * have written the entries further left. An invalid entry counts as the proxy that passed it on.
 * @param proxies trusted addresses and networks
 */
export function networkBehind(proxies: readonly string[]): NetworkOf {
  const addressOf = addressBehind(proxies);
  return (request) => clientNetwork(addressOf(request));
}

/** Whether a connection comes from one of the trusted addresses and networks. */
export function isTrustedBy(proxies: readonly string[]): (address: string) => boolean {
  const trusted = compile([...proxies]);
  return (address) => isIP(address) > 0 && trusted(address, 0);
}

function addressBehind(proxies: readonly string[]): NetworkOf {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = compile([...proxies]);
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return request.socket.remoteAddress ?? '';
    return all(request, trusted).findLast((address) => isIP(address) > 0) ?? '';
  };
}
