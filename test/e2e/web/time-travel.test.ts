import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { waitFor } from '../../support/wait-for.ts';
import { FIRST, goOn, LOST, NEWEST, timeOf } from './support/explorer-index.ts';
import { showExplorer } from './support/explorer-pages.ts';

describe.skipIf(chromiumIsMissing)(`a launch over time, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openPages();
  });
  beforeEach(() => showExplorer(pages));
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  test.each(LOOKS)('is plainly the past at an earlier slot, at $width px', async (look) => {
    const opened = await pages.open('/launches/4?slot=300', { look });
    await opened.page.getByRole('heading', { name: 'Viewing history at slot 300' }).waitFor();
    await opened.page.getByText('2026-01-01 00:02:00 UTC. The whole page shows that moment.').waitFor();
    await opened.page.getByText('55,729.629908').first().waitFor();
    expect(await opened.page.title()).toBe('Launch 4 at slot 300 (history) · Launchlens');
    await opened.page.getByRole('heading', { name: 'Raise' }).scrollIntoViewIfNeeded();
    const bar = await opened.page.getByText('This page shows slot 300, not now.').boundingBox();
    expect(bar?.y).toBeGreaterThan(0);
    await opened.picture('launch-past');
    await opened.holds();
  });

  test('moves with the slider, keeps the slot in the address, and goes back to now', async () => {
    const { page } = await pages.open('/launches/4');
    await page.getByRole('button', { name: 'History' }).click();
    const slider = page.getByRole('slider');
    const entries = () => page.evaluate('history.length').then(Number);
    const before = await entries();
    await slider.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: `Viewing history at slot 1,230` }).waitFor();
    expect(new URL(page.url()).searchParams.get('slot')).toBe('1230');

    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: `Viewing history at slot 1,229` }).waitFor();
    await page.getByRole('button', { name: 'Previous change' }).click();
    await page.getByRole('heading', { name: 'Viewing history at slot 700' }).waitFor();
    await page.getByRole('button', { name: 'Previous change' }).click();
    await page.getByRole('heading', { name: 'Viewing history at slot 580' }).waitFor();
    await page.getByRole('button', { name: 'Next change' }).click();
    await page.getByRole('heading', { name: 'Viewing history at slot 700' }).waitFor();
    expect(await page.getByRole('button', { name: 'Next change' }).isDisabled()).toBe(true);
    expect(await entries()).toBe(before + 1);
    const exact = page.getByLabel('Exact slot');
    for (const wrong of ['', 'abc', '-5', '1e5', '9'.repeat(16)]) {
      await exact.fill(wrong);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: 'A slot is a whole number, like' }).waitFor();
      expect(await exact.getAttribute('aria-invalid')).toBe('true');
    }
    await exact.fill('1,00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('heading', { name: 'Viewing history at slot 100' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Viewing history at slot 700' }).waitFor();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('lets an exact slot be typed while slots go on', async () => {
    const { page } = await pages.open('/launches/4');
    await page.getByRole('button', { name: 'History' }).click();
    const exact = page.getByLabel('Exact slot');
    await exact.pressSequentially('11');
    await goOn(pages.under.index, NEWEST + 1n);
    await page.getByText('Slot 60 to 1,235').waitFor();
    await page.keyboard.type('00');
    expect(await exact.inputValue()).toBe('1100');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Viewing history at slot 1,100' }).waitFor();
    expect(await exact.inputValue()).toBe('1100');
  });

  test('offers the slots of a life that is over, and no later ones', async () => {
    const { page } = await pages.open('/launches/3');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('Slot 60 to 700').waitFor();
    await page.getByRole('slider').press('Home');
    await page.getByRole('heading', { name: 'Viewing history at slot 60' }).waitFor();
    await page.getByText('Slot 60 to 700').waitFor();
    await page.getByRole('link', { name: 'Show live' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
  });

  test('follows the chain by itself while it is now, and not while it is the past', async () => {
    const { page } = await pages.open('/launches/4');
    const past = await pages.open('/launches/4?slot=1200');
    const raised = page.locator('.figure').first();
    await page.getByText('Live', { exact: true }).waitFor();
    const before = await raised.textContent();

    const { index } = pages.under;
    const slot = NEWEST + 1n;
    index.launch({
      launchId: 4n,
      slot,
      totalPledged: 240_000_500_000n,
      pledgerCount: 53,
      endTs: timeOf(3_000n),
    });
    index.pledge({ launchId: 4n, slot, pledger: 'late', amount: 5n, pledgedTs: timeOf(slot) });
    await goOn(index, slot);

    await page.getByText('240,000.5').first().waitFor();
    expect(await raised.textContent()).not.toBe(before);
    await page.getByText('as of slot 1,235').waitFor();
    await past.page.getByRole('heading', { name: 'Viewing history at slot 1,200' }).waitFor();
    expect(await past.page.getByText('240,000.5').count()).toBe(0);
  });

  test.each(LOOKS)('is not guessed at a lost slot, at $width px', async (look) => {
    const opened = await pages.open(`/launches/4?slot=${LOST.from + 5n}`, { look, expected: /410/ });
    await opened.page.getByText('The index cannot answer for this slot').waitFor();
    await opened.page.getByRole('link', { name: 'View slot 621' }).waitFor();
    await opened.picture('launch-lost');
    await opened.holds();
    await opened.page.getByRole('link', { name: 'View slot 599' }).click();
    await opened.page.getByRole('heading', { name: 'Viewing history at slot 599' }).waitFor();
    await opened.page.getByRole('heading', { name: 'Terms' }).waitFor();
  });

  test('says which slots can be asked for, before the first and after the newest', async () => {
    const early = await pages.open(`/launches/4?slot=${FIRST - 10n}`, { expected: /410/ });
    await early.page.getByRole('link', { name: 'View slot 50' }).waitFor();
    const late = await pages.open(`/launches/4?slot=${NEWEST + 10n}`, { expected: /400/ });
    await late.page.getByText('This slot does not exist yet').waitFor();
    await late.page.getByRole('link', { name: 'View slot 1,234' }).waitFor();
  });

  test.each(LOOKS)('says that there is no such launch, at $width px', async (look) => {
    const opened = await pages.open('/launches/99', { look });
    await opened.page.getByRole('heading', { name: 'Launch 99 does not exist at slot 1,234' }).waitFor();
    await opened.picture('launch-missing');
    await opened.holds();
    const before = await pages.open('/launches/4?slot=55');
    await before.page.getByRole('heading', { name: 'Launch 4 does not exist at slot 55' }).waitFor();
    await before.page.getByRole('link', { name: 'View live' }).click();
    await before.page.getByRole('heading', { name: 'Launch 4', exact: true }).waitFor();
    const wrong = await pages.open('/launches/seven');
    await wrong.page.getByRole('heading', { name: 'Launch seven does not exist' }).waitFor();
    await waitFor(async () => (await wrong.page.title()).startsWith('Launch seven'), { what: 'the title' });
  });
});
