import type { OutgoingHttpHeaders } from 'node:http';

export const METHODS = 'GET, POST, DELETE, OPTIONS';

/** Headers of every answer of a surface, whatever its status. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** What pages may send, by the specification's "Browser access". */
export const PREFLIGHT_HEADERS: OutgoingHttpHeaders = {
  allow: METHODS,
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, X-PAYMENT, Last-Event-ID, X-Service-Toolsets, X-Service-Profile',
  'access-control-max-age': '86400',
};

/** A stream of events, which caches and proxies must not buffer. */
export const STREAM_HEADERS: OutgoingHttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Whether an Accept header allows a type; a missing one allows every type. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return true;
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  return accept.split(',').some((range) => {
    const name = range.split(';', 1)[0]?.trim().toLowerCase();
    return name === type || name === family || name === '*/*';
  });
}
