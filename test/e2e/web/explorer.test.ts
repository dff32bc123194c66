import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS, type Look, NARROW_DARK, WIDE } from '../../support/browser/looks.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { HUGE_ID } from './support/explorer-index.ts';
import { openExplorer } from './support/explorer-pages.ts';

/** A phone has no room for every column; a row opens what is left out. */
async function opensWhatIsHidden(page: Page, { width }: Look): Promise<void> {
  const table = page.getByRole('table', { name: 'Escrow activity' });
  const transaction = table.getByRole('button', { name: /^Copy transaction/ }).first();
  if (width === WIDE.width) return transaction.waitFor();
  expect(await transaction.count()).toBe(0);
  await table.getByRole('button', { name: 'Details' }).first().click();
  await transaction.waitFor();
}

describe.skipIf(chromiumIsMissing)(`the launch explorer, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openExplorer();
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test.each(LOOKS)('lists launches and the current one, at $width px', async (look) => {
    const opened = await pages.open('/', { look });
    await opened.page.getByRole('heading', { name: 'Launch 4' }).waitFor();
    await opened.page.getByText('5 launches').waitFor();
    await opened.picture('home');
    await opened.holds();
  });

  test.each(LOOKS)('shows a launch that takes pledges, at $width px', async (look) => {
    const opened = await pages.open('/launches/4', { look });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Launch 4' }).waitFor();
    await page.locator('.u-over').hover();
    await page
      .locator('.chart-tooltip')
      .getByText(/^Slot [0-9,]+: ./)
      .waitFor();
    await opened.picture('launch-active');
    await opened.holds();
    const tabs = page.getByRole('navigation', { name: 'Parts of the launch' });
    for (const [tab, shows] of [
      ['Pledges', 'Pledges by size'],
      ['Activity', 'Escrow activity'],
      ['Release', 'Release schedule'],
      ['Proof', 'Accounts'],
    ] as const) {
      await tabs.getByRole('link', { name: tab }).click();
      await page.waitForURL(new RegExp(`/launches/4/${tab.toLowerCase()}$`));
      await page.getByRole('heading', { name: shows }).first().waitFor();
      if (tab === 'Pledges' || tab === 'Release') await page.locator('.uplot').waitFor();
      if (tab === 'Activity') await opensWhatIsHidden(page, look);
      await opened.picture(`launch-${tab.toLowerCase()}`);
      await opened.holds();
    }
  });

  test.each([
    [1n, 'Claimable'],
    [2n, 'Claimable'],
    [3n, 'Refundable'],
    [HUGE_ID, 'has no pledge'],
  ])('shows launch %s as it ended or waits, and a wallet in it', async (launchId, wallet) => {
    for (const look of [WIDE, NARROW_DARK]) {
      const path = `/launches/${launchId}?wallet=${pubkeyOf('wallet 4')}`;
      const opened = await pages.open(path, { look });
      await opened.page.getByRole('heading', { name: `Launch ${launchId}` }).waitFor();
      await opened.page.getByText(wallet, { exact: wallet !== 'has no pledge' }).waitFor();
      await opened.picture(`launch-${launchId}`);
      await opened.holds();
    }
  });

  test('keeps the slot from tab to tab, and goes back and forth between them', async () => {
    const { page } = await pages.open('/launches/4?slot=300');
    const tabs = page.getByRole('navigation', { name: 'Parts of the launch' });
    const shown = tabs.locator('[aria-current=page]');
    await tabs.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Complete from slot 50 to 300').waitFor();
    expect(new URL(page.url()).search).toBe('?slot=300');
    await page.getByRole('link', { name: 'Show live' }).click();
    await page.getByText('Complete from slot 50 to 1,234').waitFor();
    expect(page.url()).toBe(`${pages.origin}/launches/4/activity`);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'Terms' }).waitFor();
    expect(await shown.textContent()).toBe('Overview');
    await page.goForward();
    await page.getByText('Complete from slot 50 to 300').waitFor();
    expect(await shown.textContent()).toBe('Activity');
    const { page: unknown } = await pages.open('/launches/4/nothing', { expected: /404/ });
    await unknown.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('asks only for what the shown tab needs, and follows links from before there were tabs', async () => {
    const asked: string[] = [];
    const { page } = await pages.open('/launches/4', {
      prepare: async (page) =>
        void page.on('request', (request) => {
          const name = /query (\w+)/.exec(request.postData() ?? '')?.[1];
          if (name !== undefined) asked.push(name);
        }),
    });
    await page.locator('.uplot').waitFor();
    expect([...new Set(asked)].sort()).toEqual(['Launch', 'Raise', 'Stamp']);
    for (const [before, now] of [
      [`?wallet=${pubkeyOf('wallet 4')}`, 'pledges'],
      ['?sort=pledger', 'pledges'],
      ['?slot=300&activity=1.x', 'activity'],
    ]) {
      const { page: old } = await pages.open(`/launches/4${before}`, { expected: /40\d/ });
      await old.waitForURL(`${pages.origin}/launches/4/${now}${before}`);
    }
  });

  test('leads by status and page from the list into a launch', async () => {
    const { page } = await pages.open('/');
    await page.getByRole('link', { name: 'Failed', exact: true }).click();
    await page.getByText('1 launch matches').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
    await page.getByRole('link', { name: /^Launch 3/ }).click();
    await page.getByText('Every pledge can be refunded in full').waitFor();
    expect(await page.title()).toBe('Launch 3 · Launchlens');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the link to this launch at slot 1,234' }).click();
    await page.getByRole('status').getByText('Copied the link').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${pages.origin}/launches/3?slot=1234`,
    );
    await page.getByRole('link', { name: 'Launchlens' }).click();
    await page.getByText('5 launches').waitFor();
    await page.getByRole('link', { name: 'Pending', exact: true }).click();
    await page.getByRole('link', { name: /^Launch 9007199254740993/ }).waitFor();
  });

  test('looks up a wallet that a link can name, and says when what was typed is none', async () => {
    const { page } = await pages.open('/launches/2/pledges');
    const wallet = page.getByLabel('Wallet address');
    await wallet.fill('not a wallet');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('alert').getByText('This is not a wallet address').waitFor();

    await wallet.fill(pubkeyOf('wallet 7'));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Entitlement', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('wallet')).toBe(pubkeyOf('wallet 7'));
    await page.getByRole('link', { name: 'Proof' }).click();
    await page.getByText(`--wallet ${pubkeyOf('wallet 7')}`).waitFor();
    await page.goBack();

    await wallet.fill(pubkeyOf('nobody'));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('This wallet has no pledge in launch 2 at slot 1,234').waitFor();
  });

  test.each([WIDE, NARROW_DARK])(
    'leads from a wallet in the table to its answer, at $width px',
    async (look) => {
      const { page } = await pages.open('/launches/4/pledges', { look });
      const table = page.getByRole('table', { name: 'Pledges', exact: true });
      await table.getByRole('link').first().click();
      const answer = page.getByRole('region', { name: /^Wallet / });
      await answer.getByText('Pledge account').waitFor();
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(/^Wallet /);
      const header = await page.getByRole('banner').boundingBox();
      const box = await answer.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
      expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    },
  );

  test('takes less than 200 KB over the wire for a launch at the first visit, its data included', async () => {
    let bytes = 0;
    const { page } = await pages.open('/launches/4', {
      prepare: async (page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        session.on('Network.loadingFinished', ({ encodedDataLength }) => {
          bytes += encodedDataLength;
        });
      },
    });
    await page.locator('.uplot').waitFor();
    await page.getByText('Equal', { exact: true }).waitFor();
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThan(200 * 1024);
  });

  test('moves nothing that was shown while the rest arrives, and draws nothing that is closed', async () => {
    const { page } = await pages.open('/launches/4', {
      prepare: async (page) => {
        await page.addInitScript(`
          globalThis.shifted = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries()) globalThis.shifted += value;
          }).observe({ type: 'layout-shift', buffered: true });`);
        await page.route(/graphql$/, async (route) => {
          const isCoverage = route.request().postData()?.includes('query Coverage') === true;
          if (isCoverage) await page.locator('.uplot').waitFor();
          await route.fallback();
        });
      },
    });
    await page.locator('.uplot').waitFor();
    expect(await page.evaluate('globalThis.shifted')).toBeLessThan(0.05);
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('Slot 60 to 1,234').waitFor();
    const steps = page.getByRole('table', { name: 'Steps of the raise' });
    expect(await page.locator('details:not([open]) tr').count()).toBe(0);
    await page.getByText('Show as a table').first().click();
    await steps.waitFor();
  });

  test('names the slot of every page of movements', async () => {
    const { page } = await pages.open('/launches/4/activity');
    const movements = page.getByRole('region', { name: 'Escrow activity' }).first();
    await movements.getByText('Complete from slot 50 to 1,234').waitFor();
    await movements.getByRole('button', { name: 'Next' }).click();
    await movements.getByText('Page 2').waitFor();
    await movements.getByText('Complete from slot 50 to 1,234').waitFor();
  });

  test('leafs through pledges in any order', async () => {
    const { page } = await pages.open('/launches/4/pledges');
    const table = page.getByRole('table', { name: 'Pledges', exact: true });
    const rows = table.locator('tbody tr');
    await rows.first().waitFor();
    const first = await rows.first().textContent();
    const leaf = page.getByRole('navigation', { name: 'Pages of pledges' });
    await leaf.getByRole('button', { name: 'Next' }).click();
    await leaf.getByText('Page 2').waitFor();
    await page.getByText('As of slot 1,234', { exact: true }).waitFor();
    await leaf.getByRole('button', { name: 'Next' }).click();
    await leaf.getByText('Page 3').waitFor();
    expect(await rows.count()).toBe(12);
    await page.reload();
    await leaf.getByText('Page 3').waitFor();
    await rows.nth(11).waitFor();
    expect(await rows.count()).toBe(12);
    await page.getByRole('button', { name: 'Newest' }).click();
    await leaf.getByText('Page 1').waitFor();
    const changed = async () => (await rows.first().textContent()) !== first;
    await waitFor(changed, { what: 'the order to change' });
    expect(new URL(page.url()).search).toBe('?sort=pledged_ts_desc');
  });

  test('offers files of exactly the slot that is shown', async () => {
    const { page } = await pages.open('/launches/4/proof?slot=300');
    const link = page.getByRole('link', { name: 'Pledges as CSV' });
    const address = await link.getAttribute('href');
    const answer = await fetch(address ?? '');
    expect([answer.status, answer.headers.get('x-last-indexed-slot')]).toEqual([200, '300']);
    for (const name of ['Pledges as Parquet', 'Pledges as NDJSON', 'Escrow activity as CSV']) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toMatch(/as_of_slot=300$/);
    }
  });

  test('keeps nothing but the theme, and the theme for the next visit', async () => {
    const { page } = await pages.open('/');
    await page.getByRole('button', { name: 'Show the dark theme' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{"launchlens.theme":"dark"}');
    await page.reload();
    await page.getByRole('button', { name: 'Show the light theme' }).waitFor();
  });

  test('has the keyboard go on in the page that a link led to', async () => {
    const { page } = await pages.open('/');
    const link = page.getByRole('link', { name: /^Launch 3/ });
    await link.waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Launch 3' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  test('begins for the keyboard with a way past the header', async () => {
    const { page } = await pages.open('/');
    await page.getByText('5 launches').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await waitFor(async () => (await page.evaluate('document.activeElement.id')) === 'content', {
      what: 'the page to take the focus',
    });
  });
});
