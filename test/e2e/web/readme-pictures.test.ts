import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { WIDE } from '../../support/browser/looks.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { LARGEST_PICTURE, PICTURES_DIRECTORY, pngSize } from '../../support/readme-pictures.ts';
import { openExplorer } from './support/explorer-pages.ts';

/** `README_PICTURES=1` keeps the pictures where the README shows them; otherwise nothing is written. */
const KEPT = process.env.README_PICTURES === '1';

describe.skipIf(chromiumIsMissing)(`the pictures of the README, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openExplorer();
  });
  afterAll(() => pages.stop());

  test.each(['light', 'dark'] as const)('show a launch that is open, in the %s theme', async (theme) => {
    const { page } = await pages.open('/launches/4', { look: { ...WIDE, themes: [theme] } });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.uplot').waitFor();
    const size = { width: WIDE.width, height: 1_010 };
    await page.setViewportSize(size);
    const picture = await page.screenshot();
    expect(pngSize(picture)).toEqual(size);
    expect(picture.length).toBeLessThan(LARGEST_PICTURE);
    if (KEPT) await writeFile(join(PICTURES_DIRECTORY, `launch-${theme}.png`), picture);
  });
});
