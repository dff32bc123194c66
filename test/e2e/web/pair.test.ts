import { describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import type { PairingAsked } from './support/owner-pages.ts';
import { ownerSuite, REFUSED } from './support/owner-suite.ts';

const EXECUTION = ['read', 'quote', 'intent', 'manage', 'trade', 'wallet_admin'];

describe.skipIf(chromiumIsMissing)(`the page of pairings, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = ownerSuite();
  const statusOf = async (asked: PairingAsked) => (await suite.owner.poll(asked)).status;

  test.each(LOOKS)('asks for the code, at $width px', async (look) => {
    const opened = await suite.open('/pair', { look });
    await opened.page.getByRole('textbox', { name: 'Code' }).waitFor();
    await opened.picture('pair-code');
    await opened.holds();
  });

  test.each(LOOKS)(
    'shows who asks for what, and approves by a signature over exactly what is shown, at $width px',
    async (look) => {
      const asked = await suite.owner.pair({ client_name: 'Rebalancer of Ada', requested_scopes: EXECUTION });
      const opened = await suite.open(`/pair?code=${asked.user_code.toLowerCase()}`, { look });
      const { page } = opened;
      await page.getByRole('heading', { name: '“Rebalancer of Ada” asks to act' }).waitFor();
      await opened.picture('pair-request');
      await opened.holds();
      expect(await page.locator('.pair-code').textContent()).toBe(asked.user_code);
      expect(await page.locator('.scopes code').allTextContents()).toEqual(EXECUTION);
      expect(await page.getByText('Can move value', { exact: true }).count()).toBe(2);
      expect(await page.getByText('Changes settings', { exact: true }).count()).toBe(1);
      expect(await statusOf(asked)).toBe('pending');

      const approve = page.getByRole('button', { name: 'Sign and approve' });
      const details = await page.getByRole('heading', { name: 'What it asks for' }).boundingBox();
      const deny = await page.getByRole('button', { name: 'Sign and deny' }).boundingBox();
      expect(deny?.y).toBeLessThan(details?.y ?? 0);
      expect(await approve.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Test wallet' }).click();
      await page.getByText('To approve, compare the code first').waitFor();
      expect(await approve.isDisabled()).toBe(true);
      await page.getByLabel('I started this agent myself').check();
      const shown = await page.locator('.signed-text code').first().textContent();
      await opened.picture('pair-ready');
      await approve.click();
      await page.getByRole('heading', { name: /^Approved/ }).waitFor();
      await opened.picture('pair-approved');
      await opened.holds();
      expect(suite.wallet.signed).toEqual([shown]);
      suite.owner.time.ahead = 10_000;
      expect(await suite.owner.poll(asked)).toMatchObject({
        status: 'approved',
        scopes: EXECUTION,
      });
    },
  );

  test('shows the mode and limits of the owner next to the scopes, and lets one without limits start safely', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot', requested_scopes: EXECUTION });
    const opened = await suite.open(`/pair?code=${asked.user_code}`);
    const { page } = opened;
    await page.getByText('Connect your wallet and sign in to see them.').waitFor();
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByRole('button', { name: 'Sign in to see them' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const own = page.getByRole('region', { name: 'Your current mode and limits' });
    await own.getByText('Agents propose; you approve each intent.').waitFor();
    await own.getByText('You have no limits').waitFor();
    await opened.picture('pair-unlimited');
    await opened.holds();
    await own.getByRole('button', { name: 'Apply safe limits' }).click();
    const limits = own.getByRole('table', { name: 'Limits by mint' });
    await limits.getByText('0.1', { exact: true }).waitFor();
    await limits.getByText('0.5', { exact: true }).waitFor();
    expect(await statusOf(asked)).toBe('pending');
  });

  test.each([
    ['/pair?code=', 'as it is shown', (code: string) => code],
    ['/pair/?code=', 'in small letters below a slash', (code: string) => code.toLowerCase()],
    ['/pair?user_code=&code=', 'beside an empty one', (code: string) => code],
    ['/pair?code=&user_code=', 'under the name of the API', (code: string) => code.replace('-', '')],
  ] as const)('takes the code of an address such as %s (%s), and decides nothing', async (path, _, typed) => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const { page } = await suite.open(`${path}${typed(asked.user_code)}`);
    await page.locator('.pair-code', { hasText: asked.user_code }).waitFor();
    expect(await statusOf(asked)).toBe('pending');
    expect(suite.wallet.signed).toEqual([]);
  });

  test('takes a typed code, and denies by a signature', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const opened = await suite.open('/pair');
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Code' }).fill('hello');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('Codes are 8 consonants').waitFor();
    await opened.picture('pair-no-code');
    await opened.holds();
    await page.getByRole('textbox', { name: 'Code' }).fill(asked.user_code.replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByRole('button', { name: 'Sign and deny' }).click();
    await page.getByRole('heading', { name: /^Denied/ }).waitFor();
    expect(await statusOf(asked)).toBe('denied');
    expect(suite.wallet.signed).toEqual([expect.stringContaining('asks you to deny pairing')]);
  });

  test('decides nothing where the wallet refuses, or signs another text', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const opened = await suite.open(`/pair?code=${asked.user_code}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByLabel('I started this agent myself').check();
    suite.wallet.refuses = true;
    await page.getByRole('button', { name: 'Sign and approve' }).click();
    await page.getByText('Test wallet did not sign: User rejected the request.').waitFor();
    await opened.picture('pair-refused');
    await opened.holds();
    suite.wallet.refuses = false;
    suite.wallet.distorts = true;
    await page.getByRole('button', { name: 'Sign and approve' }).click();
    await page.getByText('signed a different text than the one shown').waitFor();
    expect(await statusOf(asked)).toBe('pending');
  });

  test('follows the account that the owner chooses in the wallet', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const { page } = await suite.open(`/pair?code=${asked.user_code}`);
    await page.getByRole('button', { name: 'Test wallet' }).click();
    const [first = '', second = ''] = suite.wallet.addresses;
    await page.getByTitle(first).waitFor();
    await suite.wallet.switchTo(page, second);
    await page.getByTitle(second).waitFor();
    await page.getByRole('button', { name: 'Sign and deny' }).click();
    await page.getByRole('heading', { name: /^Denied/ }).waitFor();
  });

  test('shows a name as text, and says what to do without a wallet', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const asked = await suite.owner.pair({ client_name: name });
    for (const look of LOOKS) {
      const opened = await suite.owner.pages.open(`/pair?code=${asked.user_code}`, { look });
      await opened.page.getByRole('heading', { name }).waitFor();
      await opened.page.getByText('No wallet was found in this browser').waitFor();
      expect(await opened.page.getByRole('button', { name: 'Sign and deny' }).isDisabled()).toBe(true);
      await opened.picture('pair-no-wallet');
      await opened.holds();
    }
  });

  test('says so when a request ends while it is looked at', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const opened = await suite.open(`/pair?code=${asked.user_code}`, {
      expected: REFUSED,
      prepare: async (page) => {
        await page.clock.install();
        await suite.wallet.install(page);
      },
    });
    const { page } = opened;
    await page.locator('.pair-code').waitFor();
    suite.owner.time.ahead = 11 * 60_000;
    await page.clock.fastForward('11:00');
    await page.getByRole('heading', { name: 'This request is no longer open' }).waitFor();
    await opened.picture('pair-over');
    await opened.holds();
  });

  test.each(LOOKS)(
    'claims nothing of a request that was approved elsewhere and ends while it is looked at, at $width px',
    async (look) => {
      const asked = await suite.owner.pair({ client_name: 'A bot' });
      const opened = await suite.open(`/pair?code=${asked.user_code}`, {
        ...{ look, expected: REFUSED },
        prepare: async (page) => {
          await page.clock.install();
          await suite.wallet.install(page);
        },
      });
      const { page } = opened;
      await page.locator('.pair-code').waitFor();
      const other = await suite.open(`/pair?code=${asked.user_code}`);
      await other.page.getByRole('button', { name: 'Test wallet' }).click();
      await other.page.getByLabel('I started this agent myself').check();
      await other.page.getByRole('button', { name: 'Sign and approve' }).click();
      await other.page.getByRole('heading', { name: /^Approved/ }).waitFor();
      await page.clock.fastForward('11:00');
      const over = page.locator('[data-outcome="over"]');
      await over.getByText('If you did not decide it, check your tokens').waitFor();
      expect(await over.textContent()).not.toMatch(/nothing/i);
      await opened.picture('pair-over-approved');
      await opened.holds();
      await over.getByRole('link', { name: 'View your tokens and keys' }).click();
      await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    },
  );

  test('says so when it was decided elsewhere meanwhile', async () => {
    const asked = await suite.owner.pair({ client_name: 'A bot' });
    const opened = await suite.open(`/pair?code=${asked.user_code}`, { expected: REFUSED });
    const other = await suite.open(`/pair?code=${asked.user_code}`);
    for (const { page } of [opened, other]) await page.getByRole('button', { name: 'Test wallet' }).click();
    await other.page.getByRole('button', { name: 'Sign and deny' }).click();
    await other.page.getByRole('heading', { name: /^Denied/ }).waitFor();
    await opened.page.getByLabel('I started this agent myself').check();
    await opened.page.getByRole('button', { name: 'Sign and approve' }).click();
    await opened.page.getByText('This pairing request has already been approved or denied.').waitFor();
    await opened.picture('pair-decided');
    await opened.holds();
  });

  test('says what is wrong with a code, and takes none after ten wrong ones', async () => {
    for (const look of LOOKS) {
      const opened = await suite.open('/pair?code=BBBB-BBBB', { look, expected: REFUSED });
      await opened.page.getByText('Code not recognised').waitFor();
      await opened.picture('pair-wrong-code');
      await opened.holds();
    }
    for (let tried = 0; tried < 10; tried += 1) {
      await fetch(`${suite.owner.pages.origin}/api/v1/pair/request/?user_code=BBBB-BBBB`);
    }
    const opened = await suite.open('/pair?code=BBBB-BBBB', { expected: REFUSED });
    await opened.page.getByText(/Too many wrong codes. Try again in \d+ s\./).waitFor();
    await opened.picture('pair-locked');
    await opened.holds();
  });
});
