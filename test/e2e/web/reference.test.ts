import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';

describe.skipIf(chromiumIsMissing)(`the API reference, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openPages();
    await pages.serve();
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test.each(LOOKS)('finds an operation and shows it, at $width px', async (look) => {
    const opened = await pages.open('/docs', { look });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Launchlens' }).waitFor();
    await page.getByPlaceholder('Filter by').fill('/pledges/');
    await expect.poll(() => page.locator('.opblock-tag').count()).toBe(1);
    await page.locator('.opblock-tag').click();
    const found = page.locator('.opblock').filter({ hasText: '/pledges/' }).first();
    await found.locator('.opblock-summary-control').click();
    await found.getByText('Parameters', { exact: true }).waitFor();
    await opened.picture('reference-operation');
    await opened.holds();
  });
});
