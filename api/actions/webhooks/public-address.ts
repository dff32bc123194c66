import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by its number, and yet the host's own: where Azure tells machines about themselves. */
const METADATA = ['168.63.129.16'];
/** What the world routes of IPv6 (RFC 4291, IANA): everything else is somebody's own, or stands for an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is a public host's own: not private, loopback, link-local, shared (CGNAT), multicast, reserved or
 * for documentation, and no IPv6 form of an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(text: string): boolean {
  // The library also reads shorter forms, which a connection would read in a way of its own.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !METADATA.includes(address.toString());
}
