import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS, NARROW_DARK, WIDE } from '../../support/browser/looks.ts';
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

  test('is sorted, filtered and paged by its address, at one slot that follows the chain', async () => {
    const { index } = pages.under;
    for (let launchId = 101n; launchId <= 122n; launchId += 1n) {
      index.launch({ launchId, slot: NEWEST + 1n, startTs: timeOf(70n) + launchId, endTs: timeOf(1_485n) });
    }
    await goOn(index, NEWEST + 1n);
    await pages.api.followed.reaches(NEWEST + 1n);
    const { page } = await pages.open('/');
    const row = (launchId: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: `Launch ${launchId}`, exact: true }) });
    await page.getByText('27 launches, as of slot 1,235').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await row(101).getByText('Closes in 1 min 40 s').waitFor();

    await page.getByRole('link', { name: 'Launch', exact: true }).click();
    await page.waitForURL(/order=launch$/);
    await row(122).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Raised', exact: true }).click();
    await page.waitForURL(/order=-raised/);
    expect(await page.locator('th[aria-sort="descending"]').textContent()).toContain('Raised');

    await page.getByRole('searchbox', { name: 'Id, mint, name or symbol' }).fill('12');
    await page.getByText('4 launches match').waitFor();
    await page.waitForURL(/find=12/);
    await page.getByRole('link', { name: 'Failed', exact: true }).click();
    await page.getByText('No launch with “12” in its id, mint, name or symbol').waitFor();
    await goOn(index, NEWEST + 51n);
    await page.getByText('27 launches, as of slot 1,285').waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await row(122).getByText('Closes in 1 min 20 s').waitFor();
  });

  test('is found at the address that others guess for it', async () => {
    const { page } = await pages.open('/launches?status=failed');
    await page.waitForURL(`${pages.origin}/?status=failed`);
    await page.getByText('1 launch matches').waitFor();
  });

  test('has the API filter and order more launches than it lists', async () => {
    const { index } = pages.under;
    for (let launchId = 1_001n; launchId <= 2_000n; launchId += 1n) {
      index.launch({ launchId, slot: NEWEST + 1n, startTs: timeOf(70n) + launchId, endTs: timeOf(1_485n) });
    }
    await goOn(index, NEWEST + 1n);
    await pages.api.followed.reaches(NEWEST + 1n);
    const { page } = await pages.open('/');
    const launch = page.getByRole('link', { name: 'Launch 1', exact: true });
    await page.getByText('Only the newest 1,000 of 1,005 launches are listed').waitFor();
    await page.getByRole('link', { name: 'Raised', exact: true }).click();
    await page.getByText('Only the largest 1,000 of 1,005 launches are listed').waitFor();
    await launch.waitFor();
    await page.getByRole('link', { name: 'Finalized', exact: true }).click();
    await page.getByText('1 launch matches').waitFor();
    await launch.waitFor();
  });

  test.each([WIDE, NARROW_DARK])('has the activity of all launches, at $width px', async (look) => {
    const opened = await pages.open('/activity?kind=claim', { look });
    const { page } = opened;
    const kinds = page.getByRole('row').locator('.badge');
    await kinds.first().waitFor();
    expect(new Set(await kinds.allTextContents())).toEqual(new Set(['Claim']));
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('row').getByText('Pledge', { exact: true }).first().waitFor();
    await opened.picture('activity');
    await opened.holds();
    if (look.width < WIDE.width)
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click();
    const [slot] = await page.locator('a[title="The launch at this slot"]').allTextContents();
    await page.locator('a[title="The launch at this slot"]').first().click();
    await page.waitForURL(new RegExp(`slot=${slot?.replaceAll(',', '')}&wallet=`));
  });

  test.each([WIDE, NARROW_DARK])('compares a launch at two slots, at $width px', async (look) => {
    const opened = await pages.open('/compare?a=4&aslot=300&b=4&bslot=1200', { look });
    const { page } = opened;
    await page.getByText('From slot 300 to 1,200').waitFor();
    const isPhone = look.width < WIDE.width;
    if (isPhone) {
      await page.getByRole('heading', { name: 'Raised' }).waitFor();
      await page.getByRole('heading', { name: 'Same on both sides' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Maximum' }).count()).toBe(0);
    } else await page.getByRole('row', { name: /^Raised/ }).waitFor();
    await page.getByRole('table', { name: 'Pledges that differ' }).waitFor();
    await opened.picture('compare');
    await opened.holds();
    await page.getByLabel('With launch').fill('3');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/b=3/);
    const heads = isPhone ? page.getByRole('term') : page.getByRole('columnheader');
    await heads.filter({ hasText: 'Launch 3 at 1,200' }).first().waitFor();
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
