import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { goOn, NEWEST, timeOf } from './support/explorer-index.ts';
import { showExplorer } from './support/explorer-pages.ts';

const EVENTS = /graphql\?query=subscription.*launchChanged/;

describe.skipIf(chromiumIsMissing)(`a launch as it is now, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openPages();
  });
  beforeEach(() => showExplorer(pages));
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  /** Opens a page whose clock only goes on when it is told to, and which hears of no change of a launch. */
  async function withoutEvents(path: string): Promise<Page> {
    const prepare = async (page: Page): Promise<void> => {
      await page.route(EVENTS, (route) => route.abort());
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1_000);
    };
    return (await pages.open(path, { prepare, expected: /Failed to load resource|ERR_/ })).page;
  }

  /** Lets the clock of a page go on by hardly anything until something is so. */
  const soon = (page: Page, what: string, isSo: () => Promise<boolean> | boolean) =>
    waitFor(async () => (await isSo()) || void (await page.clock.runFor(1)), { what });

  /** Launch 3 is settled and nothing of it unlocks, so that it is asked for rarely. */
  async function change(): Promise<void> {
    const { index } = pages.under;
    const terms = { minRaise: 1n, startTs: timeOf(60n), endTs: timeOf(690n) };
    const raised = { totalPledged: 777_000_000n, pledgerCount: 12 };
    index.launch({ launchId: 3n, slot: NEWEST + 1n, status: 3, ...terms, ...raised });
    await goOn(index, NEWEST + 1n);
    await pages.api.followed.reaches(NEWEST + 1n);
  }

  test('shows what changed while its events were lost as soon as they come again', async () => {
    const page = await withoutEvents('/launches/3');
    await soon(page, 'the launch', () => page.getByText('Every pledge can be refunded in full').isVisible());
    await change();
    await page.unroute(EVENTS);
    const events = page.waitForResponse((response) => EVENTS.test(response.url()));
    await page.clock.runFor(5_000);
    await events;
    await page.clock.runFor(3_000);
    await soon(page, 'the change', () => page.locator('.figure').first().getByText('777').isVisible());
    expect(await page.evaluate('Date.now()')).toBeLessThan(14_000);
  });

  test('shows what changed although its events never come', async () => {
    const page = await withoutEvents('/launches/3');
    await soon(page, 'the launch', () => page.getByText('Every pledge can be refunded in full').isVisible());
    await change();
    await page.clock.runFor(15_000);
    await soon(page, 'the change', () => page.locator('.figure').first().getByText('777').isVisible());
  });

  test('goes on with what time alone unlocks, and says at which slot that is so', async () => {
    const { page } = await pages.open(`/launches/2/pledges?wallet=${pubkeyOf('wallet 7')}`);
    const { page: other } = await pages.open('/launches/2/release');
    const release = other.getByRole('region', { name: 'Release schedule' });
    await release.getByText('33.3 % unlocked at slot 1,234').waitFor();
    const wallet = page.getByRole('region', { name: 'Look up a wallet' });
    const claimable = wallet.locator('div', { has: page.getByText('Claimable') }).last();
    const before = await claimable.textContent();

    await goOn(pages.under.index, NEWEST + 250n);
    await release.getByText('43.3 % unlocked at slot 1,484').waitFor();
    await wallet.getByText('1,484', { exact: true }).waitFor();
    expect(await claimable.textContent()).not.toBe(before);
  });
});
