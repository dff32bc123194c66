import { LaunchlensError } from '../../kernel/errors/error.ts';

/** The parts of a server URL, with credentials separate from what is displayed. */
export interface Address {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Path prefix of a proxy, or empty. */
  readonly pathname: string;
  /** `host:port`, for display. */
  readonly target: string;
  /** Whether data crosses a network, so that compressing it pays off. */
  readonly remote: boolean;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @throws SETTING_MALFORMED */
export function parseAddress(text: string): Address {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '') {
    const expected = 'an http:// or https:// URL with credentials and without a query';
    throw new LaunchlensError('SETTING_MALFORMED', { name: 'CLICKHOUSE_URL', expected });
  }
  return {
    url: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    pathname: url.pathname === '/' ? '' : url.pathname,
    target: url.host,
    remote: !LOOPBACK.test(url.hostname),
  };
}
