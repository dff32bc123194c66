import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
