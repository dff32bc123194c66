import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { LIVE_PATHS, openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { goOn, NEWEST, timeOf } from './support/explorer-index.ts';
import { showExplorer } from './support/explorer-pages.ts';

describe.skipIf(chromiumIsMissing)(`the list of launches, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openPages();
  });
  beforeEach(() => showExplorer(pages));
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test('names the slot of every page, and tells the time left at that slot', async () => {
    const { index } = pages.under;
    for (let launchId = 101n; launchId <= 122n; launchId += 1n) {
      index.launch({ launchId, slot: NEWEST + 1n, startTs: timeOf(70n) + launchId, endTs: timeOf(1_485n) });
    }
    await goOn(index, NEWEST + 1n);
    await pages.api.followed.reaches(NEWEST + 1n);
    const { page } = await pages.open('/');
    await page.getByRole('link', { name: 'Older launches' }).click();
    const oldest = page.getByRole('link', { name: /^Launch 101/ });
    await oldest.getByText('Closes in 1 min 40 s').waitFor();

    await goOn(index, NEWEST + 51n);
    await page.getByText('1,285', { exact: true }).waitFor();
    await page.getByText('27 launches, as of slot 1,235').waitFor();
    expect(await oldest.textContent()).toContain('Closes in 1 min 40 s');
    await page.getByRole('link', { name: 'Newest launches' }).click();
    await page.getByText('27 launches, as of slot 1,285').waitFor();
    await page
      .getByRole('link', { name: /^Launch 122/ })
      .getByText('Closes in 1 min 20 s')
      .waitFor();
  });

  test('has no rows of another status while those that were asked for are still to come', async () => {
    const { page } = await pages.open('/');
    const other = page.getByRole('link', { name: /^Launch 4/ });
    await other.waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/graphql$/, async (route) => {
      if (route.request().postData()?.includes('"failed"')) await held;
      await route.fallback();
    });
    await page.getByRole('link', { name: 'Failed', exact: true }).click();
    await page.waitForURL(/status=failed/);
    await other.waitFor({ state: 'detached' });
    answer();
    await page.getByRole('link', { name: /^Launch 3/ }).waitFor();
  });

  test.each(LOOKS)(
    'says at which slot it was answered last when nothing newer comes, at $width px',
    async (look) => {
      const opened = await pages.open('/', { look, expected: /Failed to load resource|ERR_/ });
      const { page } = opened;
      await page.getByText('5 launches, as of slot 1,234').waitFor();
      await page.route(LIVE_PATHS, (route) => route.abort());
      await page.getByText('This page is not up to date').waitFor();
      expect(await page.getByText('Last update: slot 1,234').count()).toBe(1);
      await page.getByRole('link', { name: /^Launch 4/ }).waitFor();
      await opened.picture('home-outdated');
      await opened.holds();
      await page.unroute(LIVE_PATHS);
      await page.getByText('This page is not up to date').waitFor({ state: 'detached' });
    },
  );
});
