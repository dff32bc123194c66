import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { servePairPage } from '../../../api/rest/pair-page/serve.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing, openBrowser } from '../../support/chromium.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const wallet = testWallet('owner');

describe.skipIf(chromiumIsMissing)(CHROMIUM_SUITE_NAME, () => {
  let store: DecisionStore;
  let api: AgentApi;
  let origin: string;
  let browser: Browser;
  let page: Page;
  /** Addresses that the page asked for, and complaints about its policy. */
  const asked: string[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    store = await embeddedDecisions();
    api = await openAgentApi(store.oltp, systemClock);
    servePairPage(api.app);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    browser = await openBrowser();
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    await page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await api.app.close();
    await store[Symbol.asyncDispose]();
  });

  /** A page of a browser with a wallet of a kind. */
  async function open(path: string, kind: 'standard' | 'injected' | 'none'): Promise<void> {
    const context = await browser.newContext();
    page = await context.newPage();
    page.on('request', (request) => void asked.push(request.url()));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.exposeFunction('signAsWallet', (text: string) => wallet.sign(text));
    if (kind !== 'none') await page.addInitScript(installWallet, { kind, address: wallet.address });
    await page.goto(`${origin}${path}`);
  }
  const status = (): Promise<void> => page.locator('#status', { hasText: /Approved|Denied/ }).waitFor();
  const text = (selector: string) => page.locator(selector).textContent();

  test('shows who asks for what, and has the wallet approve it', async () => {
    const { user_code, device_code } = await api.pair({
      client_name: 'A bot',
      requested_scopes: ['read', 'trade'],
    });
    await open(`/pair?user_code=${user_code.toLowerCase()}`, 'standard');
    await page.locator('#request').waitFor();
    expect(await text('#who')).toBe('“A bot” asks to act for your wallet');
    expect(await text('#shown-code')).toBe(user_code);
    expect(await page.locator('#scopes li').allTextContents()).toEqual([
      'read: look things up, and pause or stop your agent wallets',
      'trade: swap, lend, bridge, send and fund',
    ]);
    expect((await api.poll(device_code)).json.status).toBe('pending');

    await page.click('#approve');
    await status();

    expect(await text('#status')).toMatch(/^Approved/);
    expect((await api.poll(device_code)).json).toMatchObject({
      status: 'approved',
      scopes: ['read', 'trade'],
    });
  });

  test('takes a typed code, and denies by a wallet that the browser injects', async () => {
    const { user_code, device_code } = await api.pair();
    await open('/pair/', 'injected');
    await page.fill('#code', user_code.replace('-', ''));
    await page.click('#ask button');
    await page.click('#deny');
    await status();
    expect(await text('#status')).toMatch(/^Denied/);
    expect((await api.poll(device_code)).json.status).toBe('denied');
  });

  test('says what is wrong with a code, and that there is no wallet', async () => {
    const { user_code, device_code } = await api.pair({ client_name: '<img src=x onerror=alert(1)>' });
    await open('/pair?user_code=BBBB-BBBB', 'none');
    await page.locator('#status', { hasText: 'There is no pairing to decide on' }).waitFor();
    expect(await page.locator('#request').isVisible()).toBe(false);
    await page.fill('#code', user_code);
    await page.click('#ask button');
    await page.locator('#no-wallet').waitFor();
    expect(await text('#who')).toContain('<img src=x onerror=alert(1)>');
    await page.click('#approve');
    await page.locator('#status', { hasText: 'Choose a wallet first.' }).waitFor();
    expect((await api.poll(device_code)).json.status).toBe('pending');
  });

  test('is served with a policy that lets nothing in from elsewhere, and into no frame', async () => {
    await open('/pair', 'none');
    const answer = await fetch(`${origin}/pair`);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).not.toMatch(/<script>|<style|style=|\son\w+=/);
  });
});

interface Installed {
  readonly kind: 'standard' | 'injected';
  readonly address: string;
}

/** Runs in the page, before its own script: a wallet that signs with the key of the test. */
function installWallet({ kind, address }: Installed): void {
  const page = globalThis as unknown as EventTarget & {
    signAsWallet(text: string): Promise<string>;
    solana?: unknown;
  };
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const bytesOf = (text: string): Uint8Array => {
    let number = [...text].reduce((sum, digit) => sum * 58n + BigInt(ALPHABET.indexOf(digit)), 0n);
    const bytes = new Uint8Array(64);
    for (let at = 63; at >= 0; at -= 1, number >>= 8n) bytes[at] = Number(number & 255n);
    return bytes;
  };
  const sign = async (message: Uint8Array) =>
    bytesOf(await page.signAsWallet(new TextDecoder().decode(message)));
  if (kind === 'injected') {
    page.solana = {
      connect: async () => ({ publicKey: { toString: () => address } }),
      signMessage: async (message: Uint8Array) => ({ signature: await sign(message) }),
    };
    return;
  }
  const account = { address, features: ['solana:signMessage'] };
  const wallet = {
    name: 'Test wallet',
    features: {
      'standard:connect': { connect: async () => ({ accounts: [account] }) },
      'solana:signMessage': {
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: await sign(message) },
        ],
      },
    },
  };
  page.addEventListener('wallet-standard:app-ready', (event) => {
    (event as CustomEvent<{ register(...wallets: unknown[]): void }>).detail.register(wallet);
  });
}
