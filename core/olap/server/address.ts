import { LaunchlensError } from '../../kernel/errors/error.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The parts of a server URL, with credentials separate from what is displayed. */
export type Address = ReturnType<typeof parseAddress>;

/** @throws SETTING_MALFORMED */
export function parseAddress(text: string, name = 'CLICKHOUSE_URL') {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '') {
    const expected = 'an http:// or https:// URL with credentials and without a query';
    throw new LaunchlensError('SETTING_MALFORMED', { name, expected });
  }
  return {
    url: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    /** Path prefix of a proxy, or empty. */
    pathname: url.pathname === '/' ? '' : url.pathname,
    /** `host:port`, for display. */
    target: url.host,
    /** Whether data crosses a network, so that compressing it pays off. */
    remote: !LOOPBACK.test(url.hostname),
  };
}
