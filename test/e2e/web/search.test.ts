import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { keyOf, pubkeyOf } from '../../support/index-builder.ts';
import { openExplorer } from './support/explorer-pages.ts';

/** The refund of its pledge in launch 3 is unclaimed. */
const WALLET = pubkeyOf('wallet 3');

describe.skipIf(chromiumIsMissing)(`search and wallets, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openExplorer();
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test.each(LOOKS)('shows a wallet in all launches, with its totals, at $width px', async (look) => {
    const opened = await pages.open(`/wallets/${WALLET}`, { look });
    const { page } = opened;
    await page.getByText('4 launches', { exact: true }).waitFor();
    const totals = page.getByRole('region', { name: 'In all launches' });
    await totals.getByText('15,032.93828').waitFor();
    await totals.getByText('3,758.23457', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Launch 3', exact: true }).waitFor();
    await page.locator('td, dd').filter({ hasText: '3,758.23457 unclaimed' }).waitFor();
    await opened.picture('wallet');
    await opened.holds();
  });

  test('shows a wallet as it was, and says so', async () => {
    const { page } = await pages.open(`/wallets/${WALLET}?slot=200`);
    await page.getByText('This page shows slot 200, not now.').waitFor();
    await page.getByRole('link', { name: 'Launch 4', exact: true }).click();
    await page.waitForURL(/launches\/4\/pledges\?.*slot=200/);
    await page.goBack();
    await page.getByRole('link', { name: 'Show live' }).click();
    await page.getByText('As of slot 1,234').waitFor();
    const { page: nobody } = await pages.open(`/wallets/${pubkeyOf('nobody')}`);
    await nobody.getByText('This wallet has no pledge in any launch at slot 1,234').waitFor();
    const { page: wrong } = await pages.open('/wallets/me');
    await wrong.getByText('This is not a wallet address').waitFor();
  });

  test.each(LOOKS)('finds by id, address and signature, from the keyboard, at $width px', async (look) => {
    const opened = await pages.open('/', { look });
    const { page } = opened;
    await page.getByText('5 launches, as of slot 1,234').waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    // What is typed before that is typed into the page.
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox');
    const find = async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await find('');
    await dialog.getByRole('alert').getByText('Enter a launch id').waitFor();
    // Enter would follow the first result as soon as there is one.
    await page.keyboard.type(pubkeyOf('launch mint'));
    await dialog.getByText('5 results at slot 1,234').waitFor();
    await opened.picture('search');
    await opened.holds();
    await dialog.getByRole('option', { name: 'Token of launch 3' }).click();
    await page.waitForURL(/\/launches\/3$/);
    await dialog.waitFor({ state: 'hidden' });
  });

  test('leads to the launches with a name', async () => {
    const { page } = await pages.open('/activity');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('no such harbor');
    await page.getByRole('option', { name: 'Launches with “no such harbor” in their name' }).click();
    await page.waitForURL(/\/\?find=no/);
    await page.getByText('No launch with “no such harbor” in its id, mint, name or symbol').waitFor();
  });

  test('leads to a wallet, to a transaction at its slot, and says that nothing was found', async () => {
    const { page } = await pages.open('/');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const search = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Search' }).click();
      await dialog.getByRole('combobox').fill(text);
    };
    await search(WALLET);
    await dialog.getByRole('option', { name: 'Wallet with pledges' }).click();
    await page.waitForURL(new RegExp(`/wallets/${WALLET}$`));
    const half = keyOf('wallet 3 90');
    await search(base58.encode(Buffer.concat([half, half])));
    await dialog.getByRole('option', { name: 'Transaction of launch 4 at slot 90' }).click();
    await page.waitForURL(/launches\/4\?slot=90$/);
    await search(pubkeyOf('nobody'));
    await dialog.getByText('Nothing found at slot 1,234').waitFor();
    await dialog.getByRole('option', { name: 'Open it as a wallet' }).waitFor();
    expect(await dialog.getByRole('option').count()).toBe(1);
  });
});
