import { describe, expect, test } from 'vitest';
import { originPolicy } from '../../../../api/mcp/http/browser-access.ts';

describe('the origins that may use an MCP surface', () => {
  test('are all of them by default, never with credentials', () => {
    const access = originPolicy(['*']);

    for (const origin of [undefined, 'https://anywhere.example', 'null']) {
      expect(access(origin)).toEqual({
        allowed: true,
        headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Mcp-Session-Id' },
      });
    }
  });

  test('are the listed ones when the operator lists them, echoed with Vary', () => {
    const access = originPolicy(['https://app.example', 'http://localhost:5173']);

    expect(access('https://app.example')).toEqual({
      allowed: true,
      headers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-expose-headers': 'Mcp-Session-Id',
        vary: 'Origin',
      },
    });
    expect(access(undefined)).toEqual({ allowed: true, headers: { vary: 'Origin' } });
  });

  test.for([
    'null',
    'https://evil-app.example',
    'https://app.example.evil.example',
    'https://app.example:8443',
    'http://app.example',
    'HTTPS://APP.EXAMPLE',
    'https://app.example/',
    'https://app.example, https://evil.example',
    '',
  ])('are not %o, which only looks like a listed one', (origin) => {
    const access = originPolicy(['https://app.example']);

    expect(access(origin)).toEqual({ allowed: false, headers: { vary: 'Origin' } });
  });

  test('are listed in any case and with default ports, as operators write them', () => {
    const access = originPolicy(['HTTPS://App.Example:443']);

    expect(access('https://app.example').allowed).toBe(true);
  });
});
