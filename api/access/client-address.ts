import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';

/** The address that a request counts for. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Follows `X-Forwarded-For` from the connection backwards for as long as whoever wrote the entry is trusted: what
 * stands further left was written by anybody. An entry that is no address counts for the proxy that passed it on.
 * @param proxies addresses and networks that are trusted
 */
export function addressBehind(proxies: readonly string[]): AddressOf {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = compile([...proxies]);
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return request.socket.remoteAddress ?? '';
    return all(request, trusted).findLast((address) => isIP(address) > 0) ?? '';
  };
}
