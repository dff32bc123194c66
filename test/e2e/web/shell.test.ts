import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { LIVE_PATHS, openPages, type PagesUnderTest } from '../../support/browser/pages-under-test.ts';
import { waitFor } from '../../support/wait-for.ts';

const SLOT = 1_234n;
const GATE = {
  legs: () => [
    { name: 'legal_review', status: 'passed', updated_at: '2026-01-01T00:00:00Z', note: 'signed' } as const,
    { name: 'audit', status: 'pending', updated_at: '2026-01-02T00:00:00Z', note: '' } as const,
  ],
  version: 1,
};

describe.skipIf(chromiumIsMissing)(`what is around every page, in ${CHROMIUM_SUITE_NAME}`, () => {
  let pages: PagesUnderTest;
  beforeAll(async () => {
    pages = await openPages();
  });
  beforeEach(async () => {
    await pages.under.index.reset();
    pages.under.index.coverage('streamed', 1n, SLOT).audit(1_200n, 'equal');
    await pages.under.index.checkpoint({ slot: SLOT, slotTime: 1_767_225_696n, indexedAt: Date.now() });
    await pages.serve({}, { gate: GATE });
    await pages.api.followed.reaches(SLOT);
  });
  afterEach(() => pages.tidy());
  afterAll(() => pages.stop());

  const stampOf = ({ page }: Awaited<ReturnType<PagesUnderTest['open']>>) =>
    page.getByRole('region', { name: 'Data freshness' });

  test.each(LOOKS)(
    'says how fresh the answers are, and that there is no launch yet, at $width px',
    async (look) => {
      const opened = await pages.open('/', { look });
      const stamp = stampOf(opened);
      await stamp.getByText('Live').waitFor();
      expect(await stamp.getByRole('button').textContent()).toMatch(/^Live[0-9.]+ sverified < 1 min ago/);
      const details = stamp.locator('.stamp-details');
      expect(await details.isVisible()).toBe(false);
      await stamp.getByRole('button').click();
      await details.getByText('1,234', { exact: true }).waitFor();
      expect(await details.textContent()).toContain('Verified at slot1,200');
      expect(await details.textContent()).toContain('CommitmentconfirmedClusterlocalnet');
      await opened.picture('stamp-details');
      await opened.page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
      expect(await opened.page.locator('html').getAttribute('data-theme')).toBe(look.themes[0]);
      await opened.page.getByText('No launch exists yet').waitFor();
      await opened.page.getByText('Waiting for audit').waitFor();
      await opened.picture('home-empty');
      await opened.holds();
    },
  );

  test.each(LOOKS)('turns amber when the index falls behind, at $width px', async (look) => {
    await pages.under.index.checkpoint({ slot: SLOT, chainSlot: SLOT + 80n, indexedAt: Date.now() });
    const opened = await pages.open('/', { look });
    await stampOf(opened).getByText('Behind', { exact: true }).waitFor();
    await stampOf(opened).getByRole('button').click();
    await stampOf(opened).getByText('The index is 80 slots behind the chain.').waitFor();
    expect(await stampOf(opened).getAttribute('data-level')).toBe('behind');
    await opened.picture('home-behind');
    await opened.holds();
  });

  test.each(LOOKS)('turns red when the index is not ready, at $width px', async (look) => {
    await pages.serve({ readiness: { lagSlots: 150, checkpointAgeMs: -1 } });
    await pages.api.followed.reaches(SLOT);
    const opened = await pages.open('/', { look, expected: /503/ });
    await stampOf(opened).getByText('Not ready').waitFor();
    await stampOf(opened).getByRole('button').click();
    await stampOf(opened)
      .getByText(/has stood still/)
      .waitFor();
    await opened.picture('home-not-ready');
    await opened.holds();
  });

  test.each(LOOKS)('says what to do when nothing answers, at $width px', async (look) => {
    const opened = await pages.open('/launches/4', {
      look,
      expected: /Failed to load resource|ERR_/,
      prepare: async (page) => {
        // The page also asks again by itself, and must not come before the click.
        await page.addInitScript("addEventListener('click', () => { globalThis.clicked = true; }, true)");
        await page.route(LIVE_PATHS, async (route) =>
          (await page.evaluate('globalThis.clicked === true')) ? route.continue() : route.abort(),
        );
      },
    });
    await opened.page.getByRole('alert').getByText('Launchlens cannot be reached', { exact: true }).waitFor();
    await stampOf(opened).getByText('No answer').waitFor();
    await opened.picture('launch-unreachable');
    await opened.holds();
    await opened.page.getByRole('button', { name: 'Try again' }).click();
    await opened.page.getByRole('heading', { name: 'Launch 4 does not exist at slot 1,234' }).waitFor();
    await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('tells an outage once, however many answers fail in it', async () => {
    const { page } = await pages.open('/', {
      expected: /Failed to load resource|ERR_/,
      prepare: async (page) => void (await page.route(LIVE_PATHS, (route) => route.abort())),
    });
    await page.getByText('Not available now.').waitFor();
    expect(await page.getByText('Launchlens cannot be reached', { exact: true }).count()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('No launch exists yet').waitFor();
    await page.getByText('0 launches').waitFor();
  });

  test('stays while a page that was not loaded yet cannot be loaded, and goes on when it can', async () => {
    const { page } = await pages.open('/', { expected: /Failed to load resource|ERR_|cannot be reached/ });
    await page.getByText('No launch exists yet').waitFor();
    const everything = /\/(assets|graphql|ready|agents)/;
    await page.route(everything, (route) => route.abort());
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('alert').getByText('Launchlens cannot be reached', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });

  test('says on a page that an address does not exist', async () => {
    const opened = await pages.open('/launchs/4', { expected: /404/ });
    await opened.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await opened.holds();
  });

  test('turns amber, then red, while the API hangs with open connections, and is live again after it', async () => {
    const opened = await pages.open('/', { prepare: (page) => page.clock.install({ time: 0 }) });
    const { page } = opened;
    const stamp = stampOf(opened);
    const isAt = (level: string) => page.locator(`.stamp[data-level=${level}]`).waitFor();
    await isAt('fresh');
    await stamp.getByText('Live', { exact: true }).waitFor();

    let goOn = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(LIVE_PATHS, async (route) => {
      await hanging;
      await route.continue();
    });
    const now = () => page.evaluate('Date.now()').then(Number);
    await page.clock.pauseAt((await now()) + 3_000);
    const began = await now();
    const turns = (level: string) =>
      waitFor(
        async () => {
          await page.clock.runFor(200);
          return (await page.locator('.stamp').getAttribute('data-level')) === level;
        },
        { what: `the stamp to be ${level}` },
      );
    await turns('behind');
    expect(await stamp.getByText('Live', { exact: true }).count()).toBe(0);
    await turns('broken');
    expect((await now()) - began).toBeLessThan(10_000);
    expect(await stamp.getByText('Live', { exact: true }).count()).toBe(0);
    goOn();
    await page.clock.resume();
    await isAt('fresh');
    await stamp.getByText('Live', { exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('holds the place of what is loading', async () => {
    const opened = await pages.open('/launches/4', {
      prepare: async (page) => {
        // Answers that never come; the page stays as it is until it is closed.
        await page.route(LIVE_PATHS, () => undefined);
      },
    });
    await opened.page.getByText('Loading the launch').waitFor({ state: 'attached' });
    await opened.picture('launch-loading');
    await opened.holds();
  });

  test('does not take an answer for what it is not', async () => {
    const opened = await pages.open('/', {
      prepare: async (page) => {
        const body = JSON.stringify({ data: { status: { launch: { launchId: 4 } } } });
        await page.route(/graphql$/, (route) => route.fulfill({ body, contentType: 'application/json' }));
      },
    });
    await opened.page.getByText('This page and Launchlens have different versions').first().waitFor();
    await opened.holds();
  });
});
