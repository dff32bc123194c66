/** Headers of every answer: any origin may read, nothing may be framed, sniffed or made to load a third party. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Last-Indexed-Slot, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
  vary: 'Accept, Accept-Encoding',
} as const;

/** Nobody on the way may cache the caller's own data. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  vary: 'Accept, Authorization',
} as const;

export const METHODS = 'GET, POST, OPTIONS';

export const PREFLIGHT_HEADERS = {
  allow: METHODS,
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers': 'Authorization, Content-Type, Accept, Last-Event-ID',
  'access-control-max-age': '86400',
} as const;
