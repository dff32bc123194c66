import { LaunchlensError } from '../../kernel/errors/error.ts';
import { urlsOf } from '../../kernel/url-list.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The parts of a server URL, with credentials separate from what is displayed. */
export type Address = ReturnType<typeof parseAddress>;

/** The URLs of several servers are separated by commas. @throws SETTING_MALFORMED */
export function parseAddresses(text: string, name = 'CLICKHOUSE_URL'): readonly [Address, ...Address[]] {
  const [first = '', ...others] = urlsOf(text);
  return [parseAddress(first, name), ...others.map((one) => parseAddress(one, name))];
}

/** @throws SETTING_MALFORMED */
function parseAddress(text: string, name: string) {
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
