/** An address that may be loaded: over TLS, from one of the hosts. Undefined for anything else. */
export function addressAt(hosts: readonly string[], address: unknown): string | undefined {
  const place = typeof address === 'string' ? URL.parse(address) : null;
  return place?.protocol === 'https:' && hosts.includes(place.host) ? place.href : undefined;
}
