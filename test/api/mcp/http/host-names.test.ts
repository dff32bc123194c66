import { describe, expect, test } from 'vitest';
import { hostNameOf, hostNames } from '../../../../api/mcp/http/browser-access.ts';

describe('the names of an MCP surface', () => {
  test('are loopback, the public name and the address that it listens on', () => {
    const names = hostNames({ publicUrl: 'https://Launch.Example/api', listenHost: '10.0.0.7' });

    expect([...names]).toEqual(['localhost', '127.0.0.1', '[::1]', 'launch.example', '10.0.0.7']);
  });

  test.for(['0.0.0.0', '::'])('do not hold %s, which means every address and names none', (listenHost) => {
    expect([...hostNames({ listenHost })]).toEqual(['localhost', '127.0.0.1', '[::1]']);
  });

  test('hold an IPv6 address as a Host header writes it', () => {
    expect([...hostNames({ listenHost: 'fd00::1' })]).toContain('[fd00::1]');
  });

  test.for([
    ['localhost', 'localhost'],
    ['LOCALHOST:8080', 'localhost'],
    ['[::1]:8080', '[::1]'],
    ['launch.example:443', 'launch.example'],
  ])('read %s as %s', ([header, name]) => {
    expect(hostNameOf(header)).toBe(name);
  });

  test.for([
    undefined,
    '',
    'localhost:8080:evil',
    'localhost@evil.example',
    'localhost,evil.example',
    'evil.example/localhost',
    'localhost:',
    'localhost evil.example',
    '::1',
  ])('do not read %o at all', (header) => {
    expect(hostNameOf(header)).toBeUndefined();
  });
});
