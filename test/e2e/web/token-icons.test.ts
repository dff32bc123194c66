import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NameReader } from '../../../api/actions/tokens/name-reader.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { NEWEST } from './support/explorer-index.ts';
import { openExplorer } from './support/explorer-pages.ts';

const MINT = pubkeyOf('launch mint');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';

/** A host of token descriptions, over TLS, that keeps the paths that it was asked for. */
class IconHost {
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<IconHost> {
    const server = createServer(selfSigned());
    const host = new IconHost(server);
    server.on('request', ({ url = '' }, response) => {
      host.asked.push(url);
      const isIcon = url === '/gold.svg';
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', isIcon ? 'image/svg+xml' : 'application/json');
      response.end(isIcon ? SVG : JSON.stringify({ name: 'Gold', image: `https://${host.name}/gold.svg` }));
    });
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    return host;
  }

  /** As `TOKEN_ICON_HOSTS` names it. */
  get name(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.skipIf(chromiumIsMissing)(`icons of tokens, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  let allowed: IconHost;
  let other: IconHost;
  beforeAll(async () => {
    [pages, allowed, other] = await Promise.all([openExplorer(), IconHost.open(), IconHost.open()]);
  });
  afterEach(() => pages.tidy());
  afterAll(async () => {
    allowed.close();
    other.close();
    await pages.stop();
  });

  /** Serves the pages over a token that says that its description is at this host. */
  async function serve(described: IconHost): Promise<void> {
    const uri = `https://${described.name}/gold.json`;
    const read = { name: 'Gold', symbol: 'GLD', uri, namedBy: 'mint_extension', slot: NEWEST } as const;
    const names: NameReader = { names: async () => new Map([[MINT, read]]) };
    await pages.serve({}, { names, iconHosts: [allowed.name] });
    await pages.api.followed.reaches(NEWEST);
  }

  test('are loaded from a host that the operator allows', async () => {
    await serve(allowed);
    const { page } = await pages.open('/launches/4', { allowed: [`https://${allowed.name}`] });
    const icon = page.locator('.launch-summary .token-icon');
    await icon.waitFor();
    await page.waitForFunction('document.querySelector(".launch-summary .token-icon").naturalWidth > 0');
    expect(await icon.getAttribute('src')).toBe(`https://${allowed.name}/gold.svg`);
    expect(allowed.asked).toEqual(expect.arrayContaining(['/gold.json', '/gold.svg']));
  });

  test('are loaded from no other host, whatever a script of the page asks for', async () => {
    await serve(other);
    const { page } = await pages.open('/launches/4', {
      // A refused request is one too until the policy ends it.
      ...{ allowed: [`https://${other.name}`], expected: /Content Security Policy|Failed to fetch/ },
    });
    await page.locator('.launch-summary .token-name').getByText('Gold').waitFor();
    expect(await page.locator('.token-icon').count()).toBe(0);
    const refused = await page.evaluate(async (uri) => {
      const violated: string[] = [];
      const image = new Image();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violated.push(effectiveDirective),
      );
      const failed = new Promise((fails) => image.addEventListener('error', fails));
      image.src = `${uri}/gold.svg`;
      await Promise.all([failed, fetch(`${uri}/gold.json`).catch(() => undefined)]);
      return violated.sort();
    }, `https://${other.name}`);
    expect(refused).toEqual(['connect-src', 'img-src']);
    expect(other.asked).toEqual([]);
  });
});
