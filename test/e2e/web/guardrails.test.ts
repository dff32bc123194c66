import { base58 } from '@scure/base';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { walletControl } from '../../../api/actions/control/answers.ts';
import { askOwner } from '../../../api/actions/control/ask.ts';
import { approveRequest } from '../../../api/actions/control/decide.ts';
import { sessionSignerKind } from '../../../api/actions/control/kinds/grants.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS, NARROW_DARK, WIDE } from '../../support/browser/looks.ts';
import { testWallet } from '../../support/wallets.ts';
import { callTool } from './support/call-tool.ts';
import { ownerSuite, REFUSED } from './support/owner-suite.ts';

const PATH = '/settings?part=guardrails';

describe.skipIf(chromiumIsMissing)(`guardrails that are edited, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = ownerSuite();

  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const changesIn = (page: Page, name: string) =>
    card(page, name).locator('.preview .changes li').allTextContents();

  test.each(LOOKS)('are forms that show what would change, at $width px', async (look) => {
    const opened = await suite.signedIn(PATH, { look });
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit the policy' }).click();
    const policy = card(page, 'Policy');
    await policy.getByRole('group', { name: 'Venues' }).getByLabel('Only these').check();
    await policy.getByLabel('Venues, only these').fill('jupiter\nkamino');
    await policy.getByLabel('Denied tools').fill('offramp_to_fiat');
    await page.getByRole('button', { name: 'Edit the limits' }).click();
    const limits = card(page, 'Limits');
    await limits.getByRole('button', { name: 'Add a limit' }).click();
    await limits.getByLabel('Mint').fill(NATIVE_MINT);
    await limits.getByLabel('One intent, at most').fill('1.5');
    await limits.getByLabel('24 hours, at most').fill('0.0000000001');
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('At most 9 digits after the point.').waitFor();
    await page.getByRole('button', { name: 'Edit the counterparties' }).click();
    await page.getByRole('button', { name: 'Add a counterparty' }).click();
    await page.getByRole('button', { name: 'Declare your country' }).click();
    await opened.picture('guardrails-edit');
    await opened.holds();
  });

  const focused = (page: Page) =>
    page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent');

  test.each(LOOKS)(
    'lose no focus, and let nobody believe that what did not come through was done, at $width px',
    async (look) => {
      const opened = await suite.signedIn(PATH, { look, expected: /net::ERR/ });
      const { page } = opened;
      await page.getByRole('button', { name: 'Edit the policy' }).click();
      expect(await focused(page)).toMatch(/^FORM/);
      await card(page, 'Policy').getByRole('button', { name: 'Cancel' }).click();
      expect(await focused(page)).toBe('BUTTON Edit the policy');

      const stop = page.getByRole('button', { name: 'Stop all agents' });
      const dialog = page.getByRole('dialog', { name: 'Stop all agents?' });
      const cancel = dialog.getByRole('button', { name: 'Cancel' });
      for (const close of [() => page.keyboard.press('Escape'), () => cancel.click()]) {
        await stop.click();
        await cancel.waitFor();
        await close();
        await dialog.waitFor({ state: 'hidden' });
        await expect.poll(() => focused(page)).toBe('BUTTON Stop all agents');
      }

      const asked = Promise.withResolvers<Route>();
      await page.route('**/wallet-control/kill/', (route) => asked.resolve(route));
      await stop.click();
      await dialog.getByRole('button', { name: 'Stop them now' }).click();
      const route = await asked.promise;
      expect(await cancel.isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await dialog.getByText('Working…').waitFor();
      await route.abort();
      await dialog.getByText('It may not have been done. Check, then try again.').waitFor();
      expect(await dialog.textContent()).not.toContain('automatically');
      await opened.picture('guardrails-stop-failed');
      await opened.holds();
    },
  );

  test('hold at once where they are stricter, and wait for a signature over what is shown where they are wider', async () => {
    const opened = await suite.signedIn(PATH, { expected: REFUSED });
    const { page } = opened;
    const policy = card(page, 'Policy');
    await page.getByRole('button', { name: 'Edit the policy' }).click();
    const tools = policy.getByRole('group', { name: 'Tools that agents may call' });
    await tools.getByLabel('Only these').check();
    const names = policy.getByLabel('Tools that agents may call, only these');
    await names.fill('get_source_status\nGet Rich');
    await policy.getByRole('button', { name: 'Save' }).click();
    const error = policy.getByText(/^Line 2, “Get Rich”/);
    expect(await names.getAttribute('aria-describedby')).toContain(await error.getAttribute('id'));
    expect(await names.getAttribute('aria-invalid')).toBe('true');
    await names.fill('get_source_status\nlist_launches');
    expect(await changesIn(page, 'Policy')).toEqual(['Toolsnow all→then get_source_status, list_launches']);
    await policy.getByText('Applies immediately').waitFor();
    await policy.getByRole('button', { name: 'Save' }).click();
    await policy.getByRole('button', { name: 'Edit the policy' }).waitFor();
    await policy.getByText('get_source_status, list_launches').waitFor();
    expect(suite.wallet.signed.length).toBe(1);

    await page.getByRole('button', { name: 'Edit the policy' }).click();
    await tools.getByLabel('All tools').check();
    await policy.getByText('Needs your signature').waitFor();
    await policy.getByRole('button', { name: 'Continue to sign' }).click();
    const request = page.getByRole('article', { name: 'Wallet policy' });
    await request.waitFor();
    expect(await request.locator('.changes').textContent()).toBe(
      'Toolsnow get_source_status, list_launches→then all',
    );
    await page.locator('article.request:focus').waitFor();
    await policy.getByText('get_source_status, list_launches').waitFor();
    await opened.picture('guardrails-sign');
    await opened.holds();
    suite.wallet.refuses = true;
    await request.getByRole('button', { name: 'Sign', exact: true }).click();
    await request.getByText('Test wallet did not sign').waitFor();
    suite.wallet.refuses = false;
    const shown = await request.locator('.signed-text code').textContent();
    await request.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    expect(suite.wallet.signed.at(-1)).toBe(shown);
    await policy.getByText('get_source_status, list_launches').waitFor({ state: 'detached' });
  });

  test('take limits in token units or base units, exactly', async () => {
    const { page } = await suite.signedIn(PATH);
    const limits = card(page, 'Limits');
    await page.getByRole('button', { name: 'Edit the limits' }).click();
    await limits.getByRole('button', { name: 'Add a limit' }).click();
    await limits.getByLabel('Mint').fill('not a mint');
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('Enter the address of a mint: a base58 public key of 32 bytes.').waitFor();
    await limits.getByLabel('Mint').fill(NATIVE_MINT);
    await limits.getByLabel('One intent, at most').fill('1.000000001');
    await limits.getByText('1,000,000,001 base units', { exact: true }).waitFor();
    await limits.getByRole('button', { name: 'Save' }).click();
    const table = limits.getByRole('table', { name: 'Limits by mint' });
    expect(await table.getByRole('row').nth(1).textContent()).toContain('1.000000001no limit');

    await page.getByRole('button', { name: 'Edit the limits' }).click();
    await limits.getByLabel('Unit').selectOption('base');
    await limits.getByLabel('One intent, at most').fill('18446744073709551616');
    await limits.getByRole('button', { name: /Save|Continue/ }).click();
    await limits.getByText('More than any mint can have in total.').waitFor();
    await limits.getByLabel('One intent, at most').fill('18446744073709551615');
    await limits.getByRole('button', { name: 'Continue to sign' }).click();
    await page.getByRole('article').getByText('18446744073709551615 base units').waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    expect(await table.getByRole('row').nth(1).textContent()).toContain('1.000000001no limit');
  });

  test('keep counterparties and the country that was declared', async () => {
    const { page } = await suite.signedIn(PATH);
    const parties = card(page, 'Counterparties');
    await page.getByRole('button', { name: 'Edit the counterparties' }).click();
    await parties.getByRole('button', { name: 'Add a counterparty' }).click();
    await parties.getByRole('button', { name: 'Save' }).click();
    await parties.getByText('It must be a base58 public key of 32 bytes.').waitFor();
    await parties.getByLabel('Name').fill('Ada’s desk');
    await parties.getByLabel('Wallet').fill(suite.wallet.addresses[1] ?? '');
    await parties.getByRole('button', { name: 'Save' }).click();
    await parties.getByRole('table').getByText('Ada’s desk').waitFor();

    const country = card(page, 'Country');
    await page.getByRole('button', { name: 'Declare your country' }).click();
    await country.getByRole('button', { name: 'Save' }).click();
    await country.getByText('Choose one.').waitFor();
    await country.getByLabel('The country that you are in').selectOption('CH');
    await country.getByText('May open markets at once').waitFor();
    await country.getByRole('button', { name: 'Save' }).click();
    await country.locator('strong', { hasText: 'Switzerland (CH)' }).waitFor();
    expect(suite.wallet.signed.length).toBe(1);
  });

  test('lose nothing that was typed where they are refused', async () => {
    const opened = await suite.signedIn(PATH, { expected: /status of [45]\d\d/ });
    const { page } = opened;
    const detail =
      'The owner already has 50 open requests, which is the maximum. Approve or reject some, or wait until they expire.';
    await page.route(/wallet-control\/policy/, (route) =>
      route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ detail }) }),
    );
    const policy = card(page, 'Policy');
    await page.getByRole('button', { name: 'Edit the policy' }).click();
    const never = policy.getByLabel('Denied tools');
    await never.fill('offramp_to_fiat');
    await policy.getByRole('button', { name: 'Save' }).click();
    await policy.getByText(detail).waitFor();
    expect(await never.inputValue()).toBe('offramp_to_fiat');
    await opened.picture('guardrails-refused');
    await opened.holds();
    await page.unroute(/wallet-control\/policy/);
    await policy.getByRole('button', { name: 'Save' }).click();
    await policy.getByRole('button', { name: 'Edit the policy' }).waitFor();
    await policy.getByText('offramp_to_fiat').waitFor();
    expect(await policy.getByRole('alert').count()).toBe(0);
  });

  test('show what an agent asks for against what holds, until it is decided', async () => {
    const token = await suite.owner.paired(suite.wallet, {
      client_name: 'Admin bot',
      requested_scopes: ['read', 'wallet_admin'],
    });
    const limit = { mint: NATIVE_MINT, per_intent: '1500000000', per_day: null };
    const { origin } = suite.owner.pages;
    await callTool(origin, token, 'set_trading_limits', { limits: [limit] });
    await callTool(origin, token, 'set_trading_limits', {
      limits: [{ ...limit, per_intent: '2500000000' }],
    });
    const { page } = await suite.signedIn(PATH);
    const request = page.getByRole('article', { name: 'Trading limits' });
    await request.getByText('Requested by an agent').waitFor();
    await request.getByText('1.5 (1,500,000,000 base units)').waitFor();
    await request.getByText('2.5 (2,500,000,000 base units)').waitFor();
    await request.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    await card(page, 'Limits').getByText('2.5', { exact: true }).waitFor();
  });

  test.each([WIDE, NARROW_DARK])(
    'give wallets to look at, and take back what was given, at $width px',
    async (look) => {
      const address = parsePubkey(suite.wallet.addresses[0] ?? '');
      const bot = testWallet(`bot of ${address}`).address;
      const { control } = suite.owner.accounts.context;
      await control.agentWallets.add(address, bot, Date.now());
      const signer = { public_key: bot, label: 'Bot', limits: [], days: 3 };
      const wish = { kind: sessionSignerKind, payload: signer };
      const { id, message } = await askOwner(control, { owner: address, agent: undefined }, wish);
      const signature = base58.decode(suite.wallet.sign(message));
      await approveRequest(control, { owner: address, agent: undefined }, { id, signature });

      const opened = await suite.signedIn(PATH, { look });
      const { page } = opened;
      const wallets = card(page, 'Wallets and grants');
      const form = page.getByRole('form', { name: 'Watch a wallet' });
      await form.getByRole('button', { name: 'Watch' }).click();
      await form.getByText('It must be a base58 public key of 32 bytes.').waitFor();
      await form.getByLabel('Name').fill('Treasury');
      await form.getByLabel('Wallet').fill(suite.wallet.addresses[1] ?? '');
      await form.getByRole('button', { name: 'Watch' }).click();
      await wallets.getByText('Treasury', { exact: true }).waitFor();
      await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('');
      await opened.picture('guardrails-wallets');
      await opened.holds();

      const dialog = page.getByRole('dialog');
      const end = async (button: string | RegExp, action: string): Promise<void> => {
        await wallets.getByRole('button', { name: button }).click();
        await dialog.getByRole('button', { name: action, exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await end('Remove Treasury', 'Remove');
      await wallets.getByText('Agents watch no wallet.').waitFor();
      await end(/^Revoke the wallet/, 'Revoke');
      await wallets.getByText(/^None. Such a wallet agrees/).waitFor();
      await end(/^Revoke Session signer/, 'Revoke');
      await wallets.getByText('You have signed no grant.').waitFor();
      expect(await walletControl(control, address)).toMatchObject({ agent_wallets: [], grants: [] });
    },
  );

  test('let a wallet act once it has agreed and the owner has signed', async () => {
    const opened = await suite.signedIn(PATH, { expected: REFUSED });
    const { page } = opened;
    const bot = testWallet(`acting bot of ${suite.wallet.addresses[0]}`);
    const form = page.getByRole('form', { name: 'Let a wallet act for you' });
    await form.getByLabel('Name').fill('Bot');
    await form.getByLabel('Wallet').fill(bot.address);
    await form.getByRole('button', { name: 'Continue' }).click();
    const consent = page.getByRole('form', { name: 'The consent of the wallet' });
    const sentence = (await consent.locator('.signed-text code').textContent()) ?? '';
    expect(sentence).toContain(bot.address);
    const [signature, go] = [
      consent.getByLabel('Its signature, in base58'),
      consent.getByRole('button', { name: 'Continue to sign' }),
    ];
    await go.click();
    await consent.getByText('It must be a base58 signature of 64 bytes.').waitFor();
    await signature.fill(suite.wallet.sign(sentence));
    await go.click();
    await consent.getByText(/is not a signature by that wallet over its open consent/).waitFor();
    await opened.picture('guardrails-consent');
    await opened.holds();
    await signature.fill(bot.sign(sentence));
    await go.click();
    await page.locator('article.request:focus').getByRole('button', { name: 'Sign', exact: true }).click();
    const { address } = bot;
    await page.getByRole('table', { name: 'Wallets that act for you' }).getByTitle(address).waitFor();
  });
});
