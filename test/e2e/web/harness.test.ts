import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAKE_REPORT } from '../../../web/model/harness/command.ts';
import { reportText } from '../../harness/support/report-text.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import type { OpenPage } from '../../support/browser/open-page.ts';
import type { PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openExplorer } from './support/explorer-pages.ts';

describe.skipIf(chromiumIsMissing)(`the page of harness reports, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openExplorer();
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  const choose = ({ page }: OpenPage, name: string, text: string): Promise<void> =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

  test.each(LOOKS)('says how to make a report, and shows an example, at $width px', async (look) => {
    const opened = await pages.open('/harness', { look });
    const { page } = opened;
    await page.getByText(MAKE_REPORT, { exact: true }).waitFor();
    await opened.picture('harness-empty');
    await opened.holds();
    await page.getByRole('link', { name: 'View an example' }).click();
    await page.getByRole('heading', { name: 'Crossover of two averages' }).waitFor();
    await page.getByText('9,685.132328 USD at the end, after all costs').waitFor();
    await page.getByText('They are not returns, projections or expectations.').waitFor();
    const equity = page.getByRole('img', { name: /^Equity went from 10,000\.000000 to 9,685\.132328 USD/ });
    await equity.locator('canvas').waitFor();
    await opened.picture('harness-example');
    await opened.holds();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    for (const turned of [Math.max(width, height), 360]) {
      await page.setViewportSize({ width: turned, height: 740 });
      const spare = async () =>
        (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) === 0;
      await waitFor(spare, { what: `the report to fit into ${turned} px` });
    }
    expect(new URL(page.url()).search).toBe('?show=example');
  });

  test('draws a report of the reader’s, which never leaves the page', async () => {
    const sent: string[] = [];
    const opened = await pages.open('/harness', {
      prepare: async (page) => {
        page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
      },
    });
    const { page } = opened;
    await choose(opened, 'mine.json', reportText('composite'));
    await page.getByRole('heading', { name: 'Rules by market regime' }).waitFor();
    await page.getByRole('table', { name: 'Bars by regime' }).waitFor();
    await page.getByText('mine.json', { exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Trades' }).getByRole('row');
    const first = await rows.nth(1).textContent();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2').waitFor();
    expect(await rows.nth(1).textContent()).not.toBe(first);
    await opened.picture('harness-composite');
    await opened.holds();
    expect(sent.filter((url) => !url.endsWith('/graphql'))).toEqual([]);
  });

  test('says what is wrong with a file, draws nothing of it, and takes the next one', async () => {
    const opened = await pages.open('/harness');
    const { page } = opened;
    await choose(opened, 'notes.json', '{"todo": []}');
    await page.getByText('“notes.json” is not a valid harness report').waitFor();
    await page.getByText('It has no schema').waitFor();
    await opened.picture('harness-wrong');
    await opened.holds();
    const forged = reportText('sma').replace(/"ending_equity": "[^"]+"/, '"ending_equity": "99999.000000"');
    await choose(opened, 'forged.json', forged);
    await page.getByText('It contradicts itself').waitFor();
    expect(await page.getByRole('img', { name: /^Equity/ }).count()).toBe(0);
    await choose(opened, 'large.json', ' '.repeat(16 * 1024 * 1024 + 1));
    await page.getByText(/is larger than 16 MB/).waitFor();
    await choose(opened, 'good.json', reportText('sma'));
    await page.getByText('11,216.291224 USD at the end, after all costs').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('takes a file that is dropped on it', async () => {
    const { page } = await pages.open('/harness');
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      return transfer;
    }, reportText('sma'));
    await page.getByRole('region', { name: 'Open a report' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('dropped.json', { exact: true }).waitFor();
  });

  test('says so when the example cannot be had, and shows it once it can', async () => {
    const opened = await pages.open('/harness?show=example', {
      expected: /Failed to load resource|ERR_/,
      prepare: async (page) => {
        await page.route(/example-report/, (route) => route.abort());
      },
    });
    const { page } = opened;
    await page.getByText('Launchlens cannot be reached').first().waitFor({ timeout: 60_000 });
    await page.unroute(/example-report/);
    await page.getByRole('heading', { name: 'Crossover of two averages' }).waitFor();
  });
});
