import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { networkBehind, networksOf } from '../../../api/access/client-network.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('the client that a request counts for', () => {
  test('is the address of its connection where no proxy is trusted, whatever its headers say', () => {
    const networkOf = networkBehind([]);
    expect(networkOf(from('10.0.0.2', '203.0.113.9'))).toBe('10.0.0.2');
    expect(networkOf(from(undefined, '203.0.113.9'))).toBe('');
  });

  const networkOf = networkBehind(['10.0.0.2', '192.168.0.0/16', 'fd00::/8']);
  test.each([
    ['a stranger is not believed', '203.0.113.1', '198.51.100.7', '203.0.113.1'],
    ['a proxy is', '10.0.0.2', '198.51.100.7', '198.51.100.7'],
    ['one that came as IPv6 is', '::ffff:10.0.0.2', '198.51.100.7', '198.51.100.7'],
    ['one of a network is', '192.168.7.7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['IPv4 mapped into IPv6 is the same client', '10.0.0.2', '::ffff:c633:6407', '198.51.100.7'],
    ['one of an IPv6 network is', 'fd00::1', '198.51.100.7', '198.51.100.7'],
    ['proxies behind proxies are', '10.0.0.2', '198.51.100.7, 192.168.1.1', '198.51.100.7'],
    ['what the client wrote itself is not', '10.0.0.2', '1.1.1.1, 10.0.0.2, 198.51.100.7', '198.51.100.7'],
    ['a proxy without the header speaks for itself', '10.0.0.2', undefined, '10.0.0.2'],
    ['an empty header names nobody', '10.0.0.2', '', '10.0.0.2'],
    ['what is no address counts for the proxy', '10.0.0.2', 'unknown', '10.0.0.2'],
    ['nor does an address with a port', '10.0.0.2', '1.1.1.1, 198.51.100.7:4711', '10.0.0.2'],
    ['nor what is beyond all bounds', '10.0.0.2', 'x'.repeat(8_000), '10.0.0.2'],
    ['of proxies alone the farthest counts', '10.0.0.2', '192.168.1.1', '192.168.1.1'],
  ])('%s', (_rule, remote, forwarded, client) => {
    expect(networkOf(from(remote, forwarded))).toBe(client);
  });
});

describe('the networks of a client', () => {
  test('are the same for its first address and for any other of its addresses', () => {
    const expected = [
      { name: '2001:db8:1:2ff::', clients: 1 },
      { name: '2001:db8:1:200::/56', clients: 3 },
      { name: '2001:db8:1::/48', clients: 10 },
      { name: '2001:db8::/32', clients: 100 },
    ];
    expect(networksOf('2001:db8:1:2ff::')).toEqual(expected);
    expect(networksOf('2001:DB8:1:2ff:ffff::1')).toEqual(expected);
    expect(networksOf('::ffff:198.51.100.7')).toEqual(networksOf('198.51.100.7'));
  });

  test('are none but itself where it is not an address', () => {
    expect(networksOf('')).toEqual([{ name: '', clients: 1 }]);
  });
});
