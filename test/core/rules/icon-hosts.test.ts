import { expect, test } from 'vitest';
import { addressAt } from '../../../core/rules/icon-hosts.ts';

const HOSTS = ['icons.example.com'];

test('an icon is loaded over TLS from an allowed host, and from nowhere else', () => {
  expect(addressAt(HOSTS, 'https://icons.example.com/a.png')).toBe('https://icons.example.com/a.png');
  for (const image of [
    'http://icons.example.com/a.png',
    'https://other.example.com/a.png',
    'https://icons.example.com.evil.example/a.png',
    'https://icons.example.com:8443/a.png',
    'data:image/png;base64,AAAA',
    'a.png',
    7,
    undefined,
  ]) {
    expect(addressAt(HOSTS, image)).toBeUndefined();
  }
});
