import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { INITIALIZE, JSON_ACCEPT, type McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest } from './support/surface-under-test.ts';

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
  'X-PAYMENT',
  'Last-Event-ID',
  'X-Service-Toolsets',
  'X-Service-Profile',
];

interface RawReply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** `fetch` decides about Host by itself. */
function asHost(
  url: string,
  host: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', accept: JSON_ACCEPT, ...headers, host };
    const request = httpRequest(url, { method, headers: all }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(method === 'POST' ? JSON.stringify(INITIALIZE) : undefined);
  });
}

describe('browser access', () => {
  let under: SurfaceUnderTest;
  let mcp: McpUnderTest;
  const open = async (...[options]: [Parameters<typeof openSurface>[1]?]) => {
    under = await openSurface([], options);
    mcp = under.mcp;
  };
  afterEach(async () => {
    await under[Symbol.asyncDispose]();
  });

  test('is for every origin, without credentials, on answers and errors alike', async () => {
    await open();
    const origin = { origin: 'https://anywhere.example', cookie: 'session=1' };
    const session = await mcp.initialize(origin);
    const replies = [
      await mcp.post(INITIALIZE, origin),
      await mcp.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session),
      await mcp.post('{', session),
      await mcp.post([], session),
      await mcp.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, origin),
      await mcp.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { ...origin, 'mcp-session-id': 'nope' }),
      await mcp.post(INITIALIZE, { ...origin, 'content-type': 'text/plain' }),
      await mcp.post('x'.repeat(2 ** 20 + 1), origin),
      await mcp.request('PUT', origin),
      await mcp.request('GET', { ...session, accept: 'application/json' }),
      await mcp.request('DELETE', session),
      await mcp.request('OPTIONS', origin),
    ];

    expect(replies.map(({ status }) => status)).toEqual([
      200, 202, 400, 400, 400, 404, 415, 413, 405, 406, 204, 204,
    ]);
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toBe('Mcp-Session-Id');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('lets pages send exactly the headers and methods of the specification', async () => {
    await open();

    const { headers } = await mcp.request('OPTIONS', {
      origin: 'https://anywhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-anything',
    });
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(ALLOWED_HEADERS);
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE, OPTIONS');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('is for the listed origins alone where the operator lists them', async () => {
    await open({ origins: ['https://app.example'] });

    const allowed = await mcp.post(INITIALIZE, { origin: 'https://app.example' });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(allowed.headers.get('vary')).toBe('Origin');
    const error = await mcp.post('{', { origin: 'https://app.example' });
    expect([error.status, error.headers.get('access-control-allow-origin')]).toEqual([
      400,
      'https://app.example',
    ]);

    for (const origin of [
      'https://evil-app.example',
      'https://app.example.evil.example',
      'null',
      'HTTPS://APP.EXAMPLE',
    ]) {
      for (const reply of [
        await mcp.post(INITIALIZE, { origin }),
        await mcp.request('OPTIONS', { origin }),
      ]) {
        expect([reply.status, reply.json?.error?.data?.code]).toEqual([403, 'mcp_origin_refused']);
        expect(reply.headers.get('access-control-allow-origin')).toBeNull();
        expect(reply.headers.get('vary')).toBe('Origin');
      }
    }
    expect((await mcp.post(INITIALIZE)).status).toBe(200);
  });

  test('is refused under a foreign name, whatever origins are allowed and for every method', async () => {
    await open();
    const { port } = new URL(mcp.url);

    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      '127.0.0.1.evil.example',
      '169.254.169.254',
    ];
    for (const host of foreign) {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const { status } = await asHost(mcp.url, host, { origin: `http://${host}` }, method);
        expect([host, method, status]).toEqual([host, method, 403]);
      }
    }
    for (const host of [
      'localhost',
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `LOCALHOST:${port}`,
    ]) {
      expect((await asHost(mcp.url, host)).status, host).toBe(200);
    }
  });

  test('works under the public name and the address that the API listens on', async () => {
    await open({ publicUrl: 'https://launch.example/base', listenHost: '10.1.2.3' });

    for (const host of ['launch.example', 'launch.example:443', '10.1.2.3:8080', 'localhost']) {
      expect((await asHost(mcp.url, host)).status, host).toBe(200);
    }
    expect((await asHost(mcp.url, 'other.example')).status).toBe(403);
  });
});
