import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const INDEX = '<link href="./assets/a-1.css"><script type="module" src="./assets/a-1.js"></script>';
const REFERENCE = '<script type="module" src="./assets/r-1.js"></script>';

describe('the pages', () => {
  let under: IndexUnderTest;
  let built: TemporaryDirectory;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    built = await temporaryDirectory();
    await mkdir(join(built.path, 'assets'));
    await writeFile(join(built.path, 'index.html'), INDEX);
    await writeFile(join(built.path, 'reference.html'), REFERENCE);
    await writeFile(join(built.path, 'assets/a-1.js'), 'plain');
    await writeFile(join(built.path, 'assets/a-1.js.br'), 'packed');
    api = openApi(under.olap, { pages: built.path });
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
    await built[Symbol.asyncDispose]();
  });

  test.each([
    ['/', INDEX],
    ['/launches/7', INDEX],
    ['/launches/7/', INDEX],
    ['/docs', REFERENCE],
  ])('are a document at %s, which is asked for anew', async (path, document) => {
    const { status, headers, text } = await api.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toBe(document.replaceAll('./', '/'));
    const again = await api.get(path, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('describe a launch to those who do not run them, as of the newest slot', async () => {
    const general =
      '<head><meta name="description" content="General." /><title>Launchlens</title></head><noscript></noscript>';
    const directory = join(built.path, 'general');
    await mkdir(directory);
    await writeFile(join(directory, 'index.html'), general);
    await under.index.reset();
    const symbolOf = () => '<b>"$&';
    const other = openApi(under.olap, { pages: directory, publicUrl: 'https://l.example/app' }, { symbolOf });
    under.index
      .launch({ launchId: 7n, slot: 1n, totalPledged: 1_500_000n, minRaise: 2_000_000n, pledgerCount: 1 })
      .mint('pledge mint', 6, 1n)
      .coverage('streamed', 1n, 5n);
    await under.index.checkpoint({ slot: 5n });
    await other.followed.reaches(5n);

    const { text } = await other.get('/launches/7');
    const said =
      '1.5 &lt;b&gt;&quot;$&amp; raised, of at least 2 &lt;b&gt;&quot;$&amp;, from 1 pledger. Exact at slot 5.';
    expect(text).toContain('<title>Launch 7: active · Launchlens</title>');
    expect(text).toContain(`<meta property="og:description" content="${said}" />`);
    expect(text).toContain('<meta property="og:url" content="https://l.example/app/launches/7" />');
    expect(text).toContain(`<noscript><h1>Launch 7: active</h1><p>${said}</p>`);
    expect(text).not.toContain('General.');
    expect((await other.get('/launches/7?slot=3')).text).toContain('content="Launch 7 at slot 3"');
    for (const path of ['/launches/8', '/launches/x', `/launches/${2n ** 64n}`]) {
      expect((await other.get(path)).text).toBe(general);
    }
    await other.stop();
  });

  test('let nothing in from elsewhere, and into no frame', async () => {
    for (const path of ['/', '/docs', '/assets/a-1.js']) {
      const { headers } = await api.get(path);
      expect(headers).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    }
  });

  test('load icons of tokens and their descriptions from the hosts that the operator allows, and from no others', async () => {
    const iconHosts = ['icons.example.com', 'more.example.com'];
    const other = openApi(under.olap, { pages: built.path }, { iconHosts });
    const allowed = ' https://icons.example.com https://more.example.com';
    const policy = POLICY.replace(/(img-src [^;]*)/, `$1${allowed}`).replace(
      /(connect-src [^;]*)/,
      `$1${allowed}`,
    );
    for (const path of ['/', '/launches/7', '/assets/a-1.js']) {
      expect((await other.get(path)).headers['content-security-policy']).toBe(policy);
    }
    await other.stop();
  });

  test('have files that are kept for good, packed for those who take them packed', async () => {
    const plain = await api.get('/assets/a-1.js');
    expect([plain.text, plain.headers['cache-control']]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ]);
    const packed = await api.get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' });
    expect([packed.text, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  });

  test.each([
    '/nothing',
    '/launch',
    '/assets/nothing.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
  ])('leave %s unknown', async (path) => {
    const { status, json } = await api.get(path);
    expect([status, json]).toEqual([404, { detail: expect.any(String), code: 'route_not_found' }]);
  });

  test('are shown to a browser at an address that does not exist, and to nobody else', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const { status, headers, text } = await api.get('/launchs/7', browser);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toBe(INDEX.replaceAll('./', '/'));
    for (const [path, asked] of [
      ['/launchs/7', {}],
      ['/launchs/7', { accept: 'application/json' }],
      ['/api/v1/nothing/', browser],
      ['/assets/nothing.js', browser],
    ] as const) {
      const answer = await api.get(path, asked);
      expect([answer.status, answer.json.code]).toEqual([404, 'route_not_found']);
    }
  });

  test('take no other method', async () => {
    for (const method of ['POST', 'QUERY']) {
      const { status, headers } = await api.request(method, '/', {}, {});
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  test('are found below the path that the world sees the API at', async () => {
    const below = openApi(under.olap, { pages: built.path, publicUrl: 'https://example.org/lens/' });
    expect((await below.get('/launches/7')).text).toContain('src="/lens/assets/a-1.js"');
    await below.stop();
  });

  test('say how they are built where they are not, and everything else answers', async () => {
    const pages = join(built.path, 'nowhere');
    const bare = openApi(under.olap, { pages });
    const { status, text } = await bare.get('/launches/7');
    expect([status, text]).toEqual([200, expect.stringContaining('npm run build')]);
    const linked = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(linked).toEqual(['/openapi.json', '/graphql']);
    expect((await bare.get('/health')).status).toBe(200);
    await bare.stop();
    const below = openApi(under.olap, { pages, publicUrl: 'https://example.org/lens/' });
    expect((await below.get('/launches/7')).text).toContain('href="/lens/openapi.json"');
    await below.stop();
  });
});
