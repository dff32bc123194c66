import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const STATUS = '/api/v1/ilo/status/';
const PATHS = [STATUS, '/api/v1/ilo/launches/', '/api/v1/ilo/launches/7/', '/api/v1/ilo/launches/7/pledges/'];

describe('the HTTP of the launch mirror', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    under.index.launch({ launchId: 7n, slot: 1n }).coverage('streamed', 1n, 9n);
    await under.index.checkpoint({ slot: 5n, chainSlot: 5n });
    api = openApi(under.olap);
    await api.followed.reaches(5n);
  });
  afterEach(async () => {
    await api.stop();
  });

  test.for(PATHS)('answers %s with and without the trailing slash', async (path) => {
    const withSlash = await api.get(path);
    const without = await api.get(path.slice(0, -1));

    expect(withSlash.status).toBe(200);
    expect(without.text).toBe(withSlash.text);
  });

  test.for(PATHS)('answers HEAD %s with the headers of GET and no body', async (path) => {
    const get = await api.get(path);
    const head = await api.request('HEAD', path);

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    const { date: _date, 'x-request-id': _id, ...headers } = get.headers;
    expect(head.headers).toMatchObject(headers);
  });

  test.for(PATHS)('answers 304 for %s until the checkpoint moves', async (path) => {
    const first = await api.get(path);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"5-1-[\w-]{16}"$/);

    const same = await api.get(path, { 'if-none-match': etag });
    expect(same).toMatchObject({ status: 304, text: '', headers: { etag, 'x-last-indexed-slot': '5' } });
    expect((await api.get(path, { 'if-none-match': `"other", ${etag.slice(2)}` })).status).toBe(304);
    expect((await api.get(path, { 'if-none-match': '*' })).status).toBe(304);
    expect((await api.get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200);

    await under.index.checkpoint({ slot: 6n });
    await api.followed.reaches(6n);
    const moved = await api.get(path, { 'if-none-match': etag });
    expect(moved).toMatchObject({ status: 200, headers: { 'x-last-indexed-slot': '6' } });
    expect(moved.headers.etag).not.toBe(etag);
  });

  test('gives two questions two tags', async () => {
    const tags = await Promise.all(
      ['', '?as_of_slot=5', '?as_of_slot=4'].map(
        async (query) => (await api.get(`${STATUS}${query}`)).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('lets browsers of any origin read, and carries its security headers on answers and errors alike', async () => {
    for (const path of [STATUS, '/api/v1/ilo/launches/abc/', '/nowhere', '/health', '/openapi.json']) {
      const { headers } = await api.get(path, { origin: 'https://elsewhere.example' });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('ETag'),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  test('answers the preflight of a browser', async () => {
    const { status, headers } = await api.request('OPTIONS', STATUS, {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    });

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('If-None-Match'),
    });
  });

  test.for(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND'])(
    'answers 405 to %s, whatever its body',
    async (method) => {
      const { status, headers, json } = await api.request(method, STATUS, { 'content-type': 'text/odd' });

      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(json).toEqual({
        detail: `${method} is not allowed on this path. Use GET, HEAD, OPTIONS.`,
        code: 'method_not_allowed',
      });
    },
  );

  test.for([
    '/',
    '/api/v1/',
    '/api/v1/ilo/',
    '/api/v1/ilo/launches/7/other/',
    '/ilo/status/',
    '/api/v1/ILO/status/',
  ])('answers 404 with a detail for %s', async (path) => {
    const { status, json } = await api.get(path);
    expect(status).toBe(404);
    expect(Object.keys(json)).toEqual(['detail', 'code']);
  });

  test('answers 400 to a path that is badly encoded and 414 to one that is too long', async () => {
    expect(await api.get('/api/v1/ilo/launches/%zz/')).toMatchObject({
      status: 400,
      json: { detail: expect.any(String) },
    });
    expect(await api.get(`${STATUS}?cursor=${'a'.repeat(9_000)}`)).toMatchObject({
      status: 414,
      json: { detail: 'The URL is longer than the maximum of 8192 bytes.' },
    });
  });

  test('refuses one address that asks too often, and says when to go on', async () => {
    const limited = openApi(under.olap, {
      requestsPerWindow: 2,
      clock: { ...systemClock, now: () => 1_000 },
    });
    try {
      await limited.followed.reaches(5n);
      expect((await limited.get(STATUS)).status).toBe(200);
      expect((await limited.get(STATUS)).status).toBe(200);
      expect(await limited.get(STATUS)).toMatchObject({
        status: 429,
        headers: { 'retry-after': '10' },
        json: { detail: 'Too many requests from your network. Try again in 10 s.' },
      });
    } finally {
      await limited.stop();
    }
  });

  test('says nothing of a failure inside, and answers the newest state while the past cannot be read', async () => {
    const past = openApi(
      under.olap,
      {},
      {
        mirror: {
          ...api.context.mirror,
          ask: () => {
            throw new Error('secret internals');
          },
        },
      },
    );
    try {
      await past.followed.reaches(5n);
      const { status, text, json } = await past.get(STATUS);
      expect(status).toBe(500);
      expect(json).toEqual({
        detail:
          'An unexpected error occurred and was logged. Try again, and report it to the operator if it persists.',
        code: 'internal',
      });
      expect(text).not.toContain('secret');
    } finally {
      await past.stop();
    }
  });

  test('makes an answer once for many who ask at the same time', async () => {
    let asked = 0;
    const { mirror } = api.context;
    const counting = openApi(
      under.olap,
      {},
      {
        mirror: {
          ...mirror,
          ask: (slot, question) => {
            asked += 1;
            return mirror.ask(slot, question);
          },
        },
      },
    );
    try {
      await counting.followed.reaches(5n);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => counting.get(`${STATUS}?as_of_slot=3`)),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(asked).toBe(1);
    } finally {
      await counting.stop();
    }
  });

  test('compresses a long answer for a client that accepts gzip, and it says the same', async () => {
    for (let launchId = 10n; launchId < 30n; launchId += 1n) under.index.launch({ launchId, slot: 6n });
    await under.index.checkpoint({ slot: 6n });
    await api.followed.reaches(6n);
    const path = '/api/v1/ilo/launches/';
    const packed = await api.app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } });
    const plain = await api.get(path);

    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.text);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', etag: packed.headers.etag });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('answers over a socket as it does within the process, ready answers too', async () => {
    const limited = openApi(under.olap, {
      requestsPerWindow: 6,
      clock: { ...systemClock, now: () => 1_000 },
    });
    try {
      await limited.followed.reaches(5n);
      const origin = await limited.app.listen({ host: '127.0.0.1', port: 0 });
      const made = await fetch(`${origin}${STATUS}`);
      const ready = await fetch(`${origin}${STATUS}`);
      const etag = ready.headers.get('etag') ?? '';

      expect(await ready.text()).toBe(await made.text());
      const own = ['date', 'x-request-id'];
      const others = (headers: Headers) => [...headers].filter(([name]) => !own.includes(name));
      expect(others(ready.headers)).toEqual(others(made.headers));
      const head = await fetch(`${origin}${STATUS}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([
        200,
        ready.headers.get('content-length'),
      ]);
      expect((await fetch(`${origin}${STATUS}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
      expect((await fetch(`${origin}${STATUS}`, { method: 'POST' })).status).toBe(405);

      await under.index.checkpoint({ slot: 6n });
      await limited.followed.reaches(6n);
      expect((await fetch(`${origin}${STATUS}`)).headers.get('x-last-indexed-slot')).toBe('6');
      expect((await fetch(`${origin}${STATUS}`)).status).toBe(429);
    } finally {
      await limited.stop();
    }
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', '400 Bad Request', 'request_malformed'],
    ['TLS', '\x16\x03\x01\x02', '400 Bad Request', 'request_malformed'],
    ['a method unknown to HTTP', 'DANCE / HTTP/1.1\r\n\r\n', '501 Not Implemented', 'method_unknown'],
  ])('answers bytes that are %s with a detail', async (_what, bytes, status, code) => {
    if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as { port: number };
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.any(String), code });
  });
});
