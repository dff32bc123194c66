import type { OutgoingHttpHeaders } from 'node:http';

const EXPOSED = { 'access-control-expose-headers': 'Mcp-Session-Id' } as const;
const ANY = { 'access-control-allow-origin': '*', ...EXPOSED } as const;
const NONE = { vary: 'Origin' } as const;

/** What the pages of an origin may do. Credentials are never allowed: no cookie is read here. */
export interface OriginAccess {
  readonly allowed: boolean;
  /** Headers of every answer to the request, errors included. */
  readonly headers: OutgoingHttpHeaders;
}

/**
 * @param origins as in MCP_CORS_ORIGINS; `*` allows every page
 * @returns the access of a request by its Origin header; a request without one does not come from a page
 */
export function originPolicy(origins: readonly string[]): (origin: string | undefined) => OriginAccess {
  if (origins.includes('*')) return () => ({ allowed: true, headers: ANY });
  // Browsers write scheme and host in lower case without default ports; so does URL.
  const listed = new Set(origins.map((origin) => new URL(origin).origin));
  return (origin) => {
    if (origin === undefined) return { allowed: true, headers: NONE };
    if (!listed.has(origin)) return { allowed: false, headers: NONE };
    return { allowed: true, headers: { 'access-control-allow-origin': origin, ...EXPOSED, ...NONE } };
  };
}
