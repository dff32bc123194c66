/**
 * A URL that may be shown. Providers put keys into the user part, the path and the query: user part and query are
 * never shown, and a path only when its segments are too short to be keys, such as `/api/v1`.
 */
export function redactedUrl(url: string): string {
  const { protocol, host, username, password, pathname, search } = new URL(url);
  const user = username === '' && password === '' ? '' : '[redacted]@';
  const harmless = pathname.split('/').every((segment) => segment.length < 8);
  const path = harmless ? pathname.replace(/\/$/, '') : '/[redacted]';
  return `${protocol}//${user}${host}${path}${search === '' ? '' : '?[redacted]'}`;
}
