import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** The client that a request counts for in every limit, as `clientNetwork` names it. */
export type NetworkOf = (request: IncomingMessage) => string;

/** A network that an address is in. */
export interface Network {
  readonly name: string;
  /** How many times the limit of one client all clients of this network may use together. */
  readonly clients: number;
}

interface Prefix {
  readonly bits: number;
  readonly clients: number;
}

/**
 * The first of each kind counts as one client: one host usually has a whole /64 of IPv6. Larger networks may use more,
 * and far less than all of their clients could: one line often has a /56 or a /48.
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

/** Addresses whose networks are remembered, since working them out costs more than a ready answer. */
const REMEMBERED = 20_000;
const known = new LRUCache<string, readonly Network[]>({ max: REMEMBERED });

/** The networks that an address is in, the client's own first. Text that is not an address is a client by itself. */
export function networksOf(address: string): readonly Network[] {
  const found = known.get(address);
  if (found !== undefined) return found;
  const networks = isIP(address) === 0 ? [{ name: address, clients: 1 }] : networksAround(address);
  known.set(address, networks);
  return networks;
}

function networksAround(address: string): Network[] {
  // An IPv4 address that comes mapped into IPv6 is the same one.
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
 * Follows `X-Forwarded-For` from the connection backwards for as long as whoever wrote the entry is trusted: anybody
 * can have written the entries further left. An entry that is not an address counts for the proxy that passed it on.
 * @param proxies addresses and networks that are trusted
 */
export function networkBehind(proxies: readonly string[]): NetworkOf {
  const addressOf = addressBehind(proxies);
  return (request) => clientNetwork(addressOf(request));
}

function addressBehind(proxies: readonly string[]): NetworkOf {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = compile([...proxies]);
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return request.socket.remoteAddress ?? '';
    return all(request, trusted).findLast((address) => isIP(address) > 0) ?? '';
  };
}
