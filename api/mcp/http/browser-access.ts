import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const UNSPECIFIED = ['0.0.0.0', '[::]'];
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/;

export interface Addresses {
  /** The public URL of the API. */
  readonly publicUrl?: string | undefined;
  /** The name or address that it listens on. */
  readonly listenHost?: string | undefined;
}

/**
 * The host names of a surface. A page whose own name points to this server (DNS rebinding) sends that name, and is
 * refused whatever origins are allowed.
 */
export function hostNames({ publicUrl, listenHost }: Addresses): ReadonlySet<string> {
  const named = publicUrl ? [new URL(publicUrl).hostname] : [];
  const listening = listenHost ? [listenHost.includes(':') ? `[${listenHost}]` : listenHost] : [];
  const names = [...LOOPBACK, ...named, ...listening].map((name) => name.toLowerCase());
  return new Set(names.filter((name) => !UNSPECIFIED.includes(name)));
}

/** The origin that a client knows this server by: the public one, or else that of its request, whose host is checked. */
export function originFrom(publicUrl?: string): (request: Pick<FastifyRequest, 'headers'>) => string {
  const known = publicUrl ? new URL(publicUrl).origin : undefined;
  return ({ headers }) => known ?? `http://${headers.host}`;
}

/** The name in a Host header without its port; undefined if invalid. */
export function hostNameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : HOST.exec(header.toLowerCase())?.[1];
}

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
